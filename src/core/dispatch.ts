import { complete } from './methods/completion.ts'
import { discover, initialize, ping } from './methods/lifecycle.ts'
import { listen } from './methods/listen.ts'
import { setLogLevel } from './methods/logging.ts'
import type { Method } from './methods/method.ts'
import { getPrompt, listPrompts } from './methods/prompts.ts'
import { listResources, listResourceTemplates, readResource } from './methods/resources.ts'
import { cancelTask, getTask, updateTask } from './methods/tasks.ts'
import { subscribeResource } from './methods/resource-subscriptions.ts'
import { callTool, listTools } from './methods/tools.ts'
import type { Era } from './protocol.ts'
import type { Server } from './server.ts'

interface Route {
  readonly method: Method
  readonly era?: Era
  /** Unknown while the server does not declare it (basic/index: what is gated behind an undeclared capability is not found). */
  readonly capability?: keyof Server['capabilities'] | 'subscriptions'
}

const routes: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['server/discover', { method: discover, era: 'modern' }],
  ['initialize', { method: initialize, era: 'legacy' }],
  ['ping', { method: ping, era: 'legacy' }],
  ['logging/setLevel', { method: setLogLevel, era: 'legacy', capability: 'logging' }],
  ['tools/list', { method: listTools, capability: 'tools' }],
  ['tools/call', { method: callTool, capability: 'tools' }],
  ['prompts/list', { method: listPrompts, capability: 'prompts' }],
  ['prompts/get', { method: getPrompt, capability: 'prompts' }],
  ['resources/list', { method: listResources, capability: 'resources' }],
  ['resources/templates/list', { method: listResourceTemplates, capability: 'resources' }],
  ['resources/read', { method: readResource, capability: 'resources' }],
  ['tasks/get', { method: getTask, era: 'modern', capability: 'tools' }],
  ['tasks/update', { method: updateTask, era: 'modern', capability: 'tools' }],
  ['tasks/cancel', { method: cancelTask, era: 'modern', capability: 'tools' }],
  ['resources/subscribe', { method: subscribeResource, era: 'legacy', capability: 'resources' }],
  ['resources/unsubscribe', { method: subscribeResource, era: 'legacy', capability: 'resources' }],
  ['completion/complete', { method: complete, capability: 'completions' }],
  ['subscriptions/listen', { method: listen, era: 'modern', capability: 'subscriptions' }],
])

export function findMethod(name: string, era: Era, { capabilities, subscriptions }: Pick<Server, 'capabilities' | 'subscriptions'>): Method | undefined {
  const route = routes.get(name)
  if (!route) return undefined
  if (route.era !== undefined && route.era !== era) return undefined
  if (route.capability === 'subscriptions') return subscriptions && route.method
  return route.capability === undefined || capabilities[route.capability] ? route.method : undefined
}
