import { declaresCapability, missingCapabilityError, type CapabilityPath } from '../client-capability.ts'
import { McpError } from '../errors.ts'
import type { McpContext } from '../event.ts'
import { ErrorCode, MODERN_VERSION } from '../protocol.ts'
import type { Server } from '../server.ts'

/** The extension that SEP-2663 describes; part of 2026-07-28 by negotiation only. */
export const TASKS = 'io.modelcontextprotocol/tasks'

const declaration: CapabilityPath = ['extensions', TASKS]

/** Whether this very request declared the extension: nothing is known from earlier ones. */
export function takesTasks({ clientCapabilities }: McpContext): boolean {
  return declaresCapability(clientCapabilities, declaration)
}

/** Why a tool that runs only as a task can't be called by this client, or its tasks not be asked for. */
export function tasksRefusal({ era, name, protocolVersion }: McpContext): McpError {
  return era === 'modern'
    ? missingCapabilityError([declaration])
    : new McpError(ErrorCode.InvalidRequest, `${JSON.stringify(name)} runs as a task, which takes a client of MCP ${MODERN_VERSION}; this one speaks ${protocolVersion}.`)
}

const serving = new WeakMap<Server, boolean>()

/** Whether any tool may answer with a task, for which all have to be loaded once. A file that can't be loaded is told by `tools/list`. */
export async function servesTasks(server: Server): Promise<boolean> {
  const known = serving.get(server)
  if (known !== undefined) return known
  const slots = [...server.registry.tools.values()]
  if (slots.some(slot => slot.definition?.task)) return remember(server, true)
  const loaded = await Promise.allSettled(slots.map(slot => slot.definition ?? slot.load()))
  const found = loaded.some(result => result.status === 'fulfilled' && result.value.task !== undefined)
  return found || loaded.every(result => result.status === 'fulfilled') ? remember(server, found) : false
}

function remember(server: Server, answer: boolean): boolean {
  serving.set(server, answer)
  return answer
}
