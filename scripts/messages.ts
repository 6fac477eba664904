import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The messages of a page's tables that no source file has. They stand in the columns headed "Message", as code, with an
 * ellipsis for what differs; what is between the ellipses must be in the source, word for word.
 */
export function unknownMessages(root: string, page: string): string[] {
  const source = sourceText(join(root, 'src'))
  const messages = messagesOf(readFileSync(join(root, page), 'utf8'))
  if (messages.length === 0) throw new Error(`${page} has no messages: has the heading of the column changed?`)
  return messages.filter(message => !message.split('…').every(part => source.includes(part.trim())))
}

function messagesOf(text: string): string[] {
  const messages: string[] = []
  let column = -1
  for (const line of text.split('\n')) {
    const cells = line.startsWith('|') ? line.split('|').slice(1, -1).map(cell => cell.trim()) : []
    if (cells.length === 0) column = -1
    else if (cells.includes('Message')) column = cells.indexOf('Message')
    else messages.push(...[...cells[column]?.matchAll(/`(?<code>[^`]+)`/g) ?? []].map(match => match.groups?.code ?? '').filter(code => /\s/.test(code)))
  }
  return messages
}

function sourceText(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts'))
    .map(path => readFileSync(join(folder, path), 'utf8').replaceAll('\\\'', '\''))
    .join('\n')
}
