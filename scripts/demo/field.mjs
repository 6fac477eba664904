/** One field of a form at a terminal: how it is shown, and how what was typed becomes its value. */

export function describeField(name, schema, required) {
  const choices = choicesOf(schema)
  const hints = [
    choices ? choices.join(' | ') : schema.format ?? schema.type,
    schema.type === 'array' && 'several, with commas',
    schema.type === 'boolean' && 'y/n',
    range(schema),
    schema.default !== undefined && `default ${schema.default}`,
    !required && 'optional',
  ]
  return `${schema.title ?? name} (${hints.filter(Boolean).join(', ')})`
}

/** `{ value }`, which is `undefined` for an optional field left empty, or `{ problem }` in words. */
export function parseField(text, schema, required) {
  if (text === '') {
    if (schema.default !== undefined) return { value: schema.default }
    return required ? { problem: 'This one is needed.' } : {}
  }
  if (schema.type === 'boolean') return parseBoolean(text)
  if (schema.type === 'integer' || schema.type === 'number') return parseNumber(text, schema)
  if (schema.type === 'array') return parseChoices(text, schema)
  return parseText(text, schema)
}

function parseBoolean(text) {
  if (/^(?:y|yes|true)$/i.test(text)) return { value: true }
  if (/^(?:n|no|false)$/i.test(text)) return { value: false }
  return { problem: 'y or n, please.' }
}

function parseNumber(text, { type, minimum = -Infinity, maximum = Infinity }) {
  const value = Number(text)
  if (!Number.isFinite(value) || (type === 'integer' && !Number.isInteger(value))) return { problem: type === 'integer' ? 'A whole number, please.' : 'A number, please.' }
  if (value < minimum || value > maximum) return { problem: `A number ${range({ minimum, maximum })}, please.` }
  return { value }
}

function parseChoices(text, schema) {
  const value = text.split(',').map(part => part.trim()).filter(Boolean)
  const choices = choicesOf(schema) ?? value
  const unknown = value.filter(part => !choices.includes(part))
  if (unknown.length > 0) return { problem: `${unknown.join(', ')}: not among ${choices.join(', ')}.` }
  if (value.length < (schema.minItems ?? 0)) return { problem: `At least ${schema.minItems}, please.` }
  if (value.length > (schema.maxItems ?? Infinity)) return { problem: `At most ${schema.maxItems}, please.` }
  return { value }
}

function parseText(text, schema) {
  const choices = choicesOf(schema)
  if (choices && !choices.includes(text)) return { problem: `One of ${choices.join(', ')}, please.` }
  if (text.length < (schema.minLength ?? 0)) return { problem: `At least ${schema.minLength} characters, please.` }
  if (text.length > (schema.maxLength ?? Infinity)) return { problem: `At most ${schema.maxLength} characters, please.` }
  if (schema.format === 'date' && !isDay(text)) return { problem: 'A day such as 2027-06-12, please.' }
  if (schema.format === 'email' && !/^\S[^\s@]*@\S+$/.test(text)) return { problem: 'An e-mail address, please.' }
  if (schema.format === 'uri' && !URL.canParse(text)) return { problem: 'A URL, please.' }
  return { value: text }
}

/** `Date.parse` alone takes 30 February for a day of March. */
function isDay(text) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
}

function choicesOf(schema) {
  const from = schema.type === 'array' ? schema.items : schema
  return from.enum ?? (from.oneOf ?? from.anyOf)?.map(choice => choice.const)
}

function range({ minimum = -Infinity, maximum = Infinity }) {
  if (minimum !== -Infinity && maximum !== Infinity) return `from ${minimum} to ${maximum}`
  if (minimum !== -Infinity) return `at least ${minimum}`
  return maximum === Infinity ? '' : `at most ${maximum}`
}
