/** What is attacked: a tool or prompt by name, or a resource by URI, as a client would call it. */
export type AttackTarget
  = { tool: string, arguments?: Record<string, unknown> }
    | { prompt: string, arguments?: Record<string, string> }
    | { resource: string, arguments?: undefined }

/** The part of a request that stays the same over all of its rounds. */
export interface Call {
  readonly method: 'tools/call' | 'prompts/get' | 'resources/read'
  /** What the `Mcp-Name` header repeats. */
  readonly name: string
  readonly params: Readonly<Record<string, unknown>>
}

export function callOf(target: AttackTarget): Call {
  if ('resource' in target) return { method: 'resources/read', name: target.resource, params: { uri: target.resource } }
  const [method, name] = 'tool' in target ? ['tools/call', target.tool] as const : ['prompts/get', target.prompt] as const
  return { method, name, params: { name, ...target.arguments && { arguments: target.arguments } } }
}

const kinds = { 'tools/call': 'tool', 'prompts/get': 'prompt', 'resources/read': 'resource' } as const

export function describeCall({ method, name }: Call): string {
  return `${kinds[method]} ${JSON.stringify(name)}`
}
