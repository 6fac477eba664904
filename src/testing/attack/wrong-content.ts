import type { ElicitRequestFormParams } from '@modelcontextprotocol/client'

type Form = ElicitRequestFormParams['requestedSchema']
type Field = Form['properties'][string]

/** Content that a form does not allow. */
export interface WrongContent {
  readonly what: string
  readonly content: Record<string, unknown>
}

/** What a client may send that never looked at the form. None of it fits, so that accepting it is a fault. */
export function wrongContentsOf({ properties, required = [] }: Form): WrongContent[] {
  const fields = Object.entries(properties)
  const found: WrongContent[] = []
  if (required.length > 0) found.push({ what: 'nothing filled in', content: {} })
  if (fields.length > 0) found.push({ what: 'fields of another type', content: Object.fromEntries(fields.map(([name, field]) => [name, ofAnotherType(field)])) })
  const beyond = fields.map(([name, field]) => [name, beyondLimits(field)] as const)
  if (beyond.some(([, value]) => value !== undefined)) {
    found.push({ what: 'fields beyond their limits', content: Object.fromEntries(beyond.map(([name, value], index) => [name, value ?? plain(fields[index]?.[1])])) })
  }
  return found
}

function ofAnotherType(field: Field): unknown {
  return field.type === 'number' || field.type === 'integer' || field.type === 'array' ? true : { not: 'flat' }
}

function beyondLimits(field: Field): unknown {
  if ('enum' in field || 'oneOf' in field) return 'none of the choices'
  switch (field.type) {
    case 'array': return ['none of the choices']
    case 'integer':
    case 'number':
      if (field.minimum !== undefined) return field.minimum - 1
      if (field.maximum !== undefined) return field.maximum + 1
      return field.type === 'integer' ? 0.5 : undefined
    case 'string':
      if (!('format' in field || 'maxLength' in field || 'minLength' in field)) return undefined
      if (field.format !== undefined) return 'not of this format'
      if (field.maxLength !== undefined) return 'x'.repeat(field.maxLength + 1)
      return field.minLength ? '' : undefined
    case 'boolean': return undefined
  }
}

/** Something of the right type. */
function plain(field: Field | undefined): unknown {
  switch (field?.type) {
    case 'boolean': return true
    case 'number':
    case 'integer': return 1
    default: return 'x'
  }
}
