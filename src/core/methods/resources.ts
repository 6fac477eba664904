import { uncached } from '../cache-hints.ts'
import type { ResourceDefinition } from '../definition.ts'
import { McpError } from '../errors.ts'
import type { JsonObject } from '../json.ts'
import { pageOf } from '../page.ts'
import { ErrorCode, type Era } from '../protocol.ts'
import type { Slot } from '../registry.ts'
import { isUri } from '../uri.ts'
import { loadAll, type Server } from '../server.ts'
import { isInterimResult } from '../return-value.ts'
import { stampResult } from '../stamp.ts'
import { stampInterim } from './stamp-interim.ts'
import { cachedList } from './list.ts'
import type { Method } from './method.ts'

const describe = ({ name, title }: Slot<ResourceDefinition>, { descriptor }: ResourceDefinition) => ({ name, ...descriptor, title: descriptor.title ?? title })

export const listResourceTemplates: Method = cachedList(
  'resources/templates/list',
  server => server.registry.templates,
  (slot, resource: ResourceDefinition) => ({ uriTemplate: resource.uriTemplate, ...describe(slot, resource) }),
  'resourceTemplates',
)

const describeFixed = (slot: Slot<ResourceDefinition>, resource: ResourceDefinition) => ({ uri: String(resource.uri), ...describe(slot, resource) })

const listFixed: Method = cachedList('resources/list', server => server.registry.resourcesByUri.values(), describeFixed, 'resources')

/** Fixed resources come first; then what each template lists, which is asked anew each time. */
export const listResources: Method = async (call) => {
  const { server, era, params, event } = call
  const { resourcesByUri, templates } = server.registry
  const listers = (await loadAll(server, templates, 'resources/list')).loaded.flatMap(({ definition }) => definition.list ?? [])
  if (listers.length === 0) return listFixed(call)
  const fixed = await loadAll(server, resourcesByUri.values(), 'resources/list')
  const listed = await Promise.all(listers.map(list => list(event)))
  // By URI, the first one counts: a cursor could not tell two apart.
  const byUri = new Map<string, JsonObject>()
  for (const item of [...fixed.loaded.map(({ slot, definition }) => describeFixed(slot, definition)), ...listed.flat()]) {
    if (!byUri.has(item.uri)) byUri.set(item.uri, { ...item })
  }
  const { items, nextCursor } = pageOf([...byUri.values()], item => String(item.uri), params.cursor, server.pageSize)
  return stampResult(server, era, { resources: items, nextCursor }, uncached)
}

export const readResource: Method = async (call) => {
  const { server, era, params, event } = call
  const { uri } = params
  if (typeof uri !== 'string') throw new McpError(ErrorCode.InvalidParams, 'resources/read needs the uri of a resource.')
  const found = await findResource(server, uri)
  const result = found && await found.definition.read(uri, found.variables, event)
  if (!result) throw notFound(era, uri)
  return isInterimResult(result) ? stampInterim(call, result) : stampResult(server, era, result, found.definition.cache)
}

/** A fixed URI wins over a template; among templates the first in order. */
export async function findResource(server: Server, uri: string): Promise<{ slot: Slot<ResourceDefinition>, definition: ResourceDefinition, variables: Record<string, string> } | undefined> {
  const { resourcesByUri, templates } = server.registry
  const fixed = resourcesByUri.get(uri)
  if (fixed) return { slot: fixed, definition: fixed.definition ?? await fixed.load(), variables: {} }
  // What a template matches goes back as it was asked for.
  if (!isUri(uri)) return undefined
  for (const slot of templates) {
    const definition = slot.definition ?? await slot.load()
    const variables = definition.match(uri)
    if (variables) return { slot, definition, variables }
  }
  return undefined
}

/** 2026-07-28 has `-32602` for it and forbids `-32002`, which the 2025 revisions name (server/resources, "Error handling"). */
export function notFound(era: Era, uri: string): McpError {
  return new McpError(era === 'modern' ? ErrorCode.InvalidParams : ErrorCode.LegacyResourceNotFound, `Resource not found: ${uri}`, { uri })
}
