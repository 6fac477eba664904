const width = 100

export function heading(text) {
  return `\n${text}\n${'-'.repeat(text.length)}`
}

export function indent(text, by = '  ') {
  return text.split('\n').map(line => line && by + line).join('\n')
}

/** What travels between two rounds: the token as it is, cut short, and what anybody can read in it. */
export function describeState(token) {
  if (token === undefined) return '\n  State that travels: none, this round leaves nothing to remember.'
  const [, , body] = token.split('.')
  const { p: payload, e: expiry } = JSON.parse(Buffer.from(body, 'base64url').toString())
  const minutes = Math.round((expiry - Date.now()) / 60_000)
  const short = token.length > width - 30 ? `${token.slice(0, 40)}...${token.slice(-12)}` : token
  return `
  State that travels: ${short} (${token.length} characters)
  Signed, not encrypted: the client can read it and cannot change it. It is good for ${minutes} minutes.
${indent(JSON.stringify(payload, null, 2), '    ')}`
}

/** What a dishonest client would try: another price under the same signature. */
export function tamper(token) {
  const [version, keyId, body, mac] = token.split('.')
  const envelope = JSON.parse(Buffer.from(body, 'base64url').toString())
  envelope.p.total = 1
  return [version, keyId, Buffer.from(JSON.stringify(envelope)).toString('base64url'), mac].join('.')
}
