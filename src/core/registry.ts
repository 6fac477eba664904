import type { Definition, PromptDefinition, ResourceDefinition, ToolDefinition } from './definition.ts'

/** What the build knows of a definition file. */
interface FileEntry {
  /** Taken by a definition that states no name of its own. */
  readonly name: string
  readonly title?: string
  /** For logs, relative to the app. */
  readonly file?: string
}

/** A file that is imported on its first call. Its name, and the fixed URI of a resource, are known without loading it. */
export interface LazyEntry<D extends Definition> extends FileEntry {
  readonly uri?: string
  readonly load: () => Promise<D>
}

/** A file that had to be imported with the handler, as its name can't be read at build. */
export interface LoadedEntry<D extends Definition> extends FileEntry {
  readonly definition: D
}

export type RegistryEntry<D extends Definition> = D | LazyEntry<D> | LoadedEntry<D>

/** One definition under its final name, loaded when it is first needed and kept. */
export interface Slot<D extends Definition> {
  readonly name: string
  readonly title?: string
  readonly file?: string
  /** Of a resource that is not a template. */
  readonly uri?: string
  /** Present once loaded. */
  definition?: D
  readonly load: () => Promise<D>
}

export interface Registry {
  readonly tools: ReadonlyMap<string, Slot<ToolDefinition>>
  readonly prompts: ReadonlyMap<string, Slot<PromptDefinition>>
  readonly resources: ReadonlyMap<string, Slot<ResourceDefinition>>
  /** Resources with a fixed URI, by it. */
  readonly resourcesByUri: ReadonlyMap<string, Slot<ResourceDefinition>>
  /** The other resources, in order. */
  readonly templates: readonly Slot<ResourceDefinition>[]
}

export interface DefinitionLists {
  readonly tools?: readonly RegistryEntry<ToolDefinition>[]
  readonly prompts?: readonly RegistryEntry<PromptDefinition>[]
  readonly resources?: readonly RegistryEntry<ResourceDefinition>[]
}

const kinds = { tool: 'defineTool', prompt: 'definePrompt', resource: 'defineResource' } as const

type Kind = keyof typeof kinds

/** Clients refuse names outside of this; 64 is what the strictest of them take. */
const namePattern = /^[\w.-]{1,64}$/

/** Names every definition and checks the set. Throws one `TypeError` that lists all that is wrong with it. */
export function createRegistry(lists: DefinitionLists): Registry {
  const problems: string[] = []
  const resources = indexSlots('resource', lists.resources, problems)
  const registry = {
    tools: indexSlots('tool', lists.tools, problems),
    prompts: indexSlots('prompt', lists.prompts, problems),
    resources,
    resourcesByUri: indexUris(resources.values(), problems),
    templates: [...resources.values()].filter(slot => slot.uri === undefined),
  }
  if (problems.length > 0) throw new TypeError(`nitro-mcp can't serve these definitions:\n${problems.map(problem => `- ${problem}`).join('\n')}`)
  return registry
}

function indexSlots<D extends Definition>(kind: Kind, entries: readonly RegistryEntry<D>[] = [], problems: string[]): Map<string, Slot<D>> {
  const slots = new Map<string, Slot<D>>()
  const files = new Map<string, string>()
  for (const [index, entry] of entries.entries()) {
    const slot = slotOf(kind, entry, index, problems)
    if (!slot) continue
    const where = slot.file ?? `${kind}s[${index}]`
    const taken = files.get(slot.name)
    if (taken !== undefined) problems.push(`${where}: the ${kind} name "${slot.name}" is taken by ${taken}.`)
    files.set(slot.name, where)
    slots.set(slot.name, slot)
  }
  return slots
}

function indexUris(slots: Iterable<Slot<ResourceDefinition>>, problems: string[]): Map<string, Slot<ResourceDefinition>> {
  const byUri = new Map<string, Slot<ResourceDefinition>>()
  for (const slot of slots) {
    if (slot.uri === undefined) continue
    const taken = byUri.get(slot.uri)
    if (taken) problems.push(`${slot.file ?? slot.name}: the resource URI "${slot.uri}" is taken by ${taken.file ?? taken.name}.`)
    byUri.set(slot.uri, slot)
  }
  return byUri
}

function slotOf<D extends Definition>(kind: Kind, entry: RegistryEntry<D>, index: number, problems: string[]): Slot<D> | undefined {
  const where = (entry && 'file' in entry ? entry.file : undefined) ?? `${kind}s[${index}]`
  if (entry && 'load' in entry) return nameFits(kind, entry.name, where, problems) ? lazySlot(kind, entry, where) : undefined
  const definition = entry && 'definition' in entry ? entry.definition : entry
  if (!isDefinition(kind, definition)) {
    problems.push(notADefinition(kind, where))
    return undefined
  }
  const name = definition.name ?? (entry && 'definition' in entry ? entry.name : undefined)
  if (name === undefined) {
    problems.push(`${where}: a ${kind} that is not discovered from a file needs a name.`)
    return undefined
  }
  if (!nameFits(kind, name, where, problems)) return undefined
  const { title, file } = 'definition' in entry ? entry : { title: undefined, file: undefined }
  const { uri } = definition as { uri?: string }
  return { name, title, file, uri, definition, load: () => Promise.resolve(definition) }
}

function lazySlot<D extends Definition>(kind: Kind, entry: LazyEntry<D>, where: string): Slot<D> {
  const { name, title, file, uri } = entry
  const slot: Slot<D> = {
    name,
    title,
    file,
    uri,
    async load() {
      if (slot.definition) return slot.definition
      const definition = await entry.load()
      if (!isDefinition(kind, definition)) throw new TypeError(notADefinition(kind, where))
      if (definition.name !== undefined && definition.name !== name) throw new TypeError(`${where} was registered as "${name}" at build, but its definition says "${definition.name}". Write the name as a plain string.`)
      slot.definition = definition
      return definition
    },
  }
  return slot
}

function isDefinition<D extends Definition>(kind: Kind, value: D | undefined): value is D {
  return typeof value === 'object' && value !== null && value['~mcp'] === kind
}

function nameFits(kind: Kind, name: string, where: string, problems: string[]): boolean {
  if (namePattern.test(name)) return true
  problems.push(`${where}: the ${kind} name ${JSON.stringify(name)} is refused by clients. Use 1 to 64 of A-Z a-z 0-9 _ . -`)
  return false
}

function notADefinition(kind: Kind, where: string): string {
  return `${where}: not a ${kind}. Its default export must be what ${kinds[kind]}() returns.`
}
