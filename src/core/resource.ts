import { cacheHints, uncached, type CacheHints } from './cache-hints.ts'
import { createCompleter } from './completer.ts'
import type { CompleteOptions } from './completer.ts'
import type { Annotations } from './content.ts'
import { checkOptions, pickOptions } from './definition-options.ts'
import type { DescribedOptions, Handler, MaybePromise } from './definition-options.ts'
import type { ResourceDefinition, ResourceDescriptor } from './definition.ts'
import { describeValue } from './describe-value.ts'
import type { McpEvent } from './event.ts'
import type { InputRequiredResult } from './input-request.ts'
import { toResourceResult } from './resource-return.ts'
import type { ResourceContentsInput } from './resource-return.ts'
import { isUri } from './uri.ts'
import { compileUriTemplate } from './uri-template.ts'
import type { UriTemplate, UriVariableNames, UriVariables } from './uri-template.ts'

export interface ResourceOptions extends DescribedOptions {
  /** Default: `text/plain` for a string, `application/octet-stream` for bytes, `application/json` for another value. */
  mimeType?: string
  /** In bytes, before any encoding. */
  size?: number
  annotations?: Annotations
  /** How long clients may keep what is read. Default: not at all, `{ ttlMs: 0, cacheScope: 'private' }`. */
  cache?: Partial<CacheHints>
}

/** What a resource's handler may return. Bytes become Base64, another object or array JSON; `undefined` and `null` mean "not found". */
export type ResourceReturn = string | number | boolean | Uint8Array | ArrayBuffer | InputRequiredResult | object | null | undefined
  | { contents: ResourceContentsInput[], _meta?: Record<string, unknown> }

/** One of a template's resources, as `list` names it. */
export type ListedResource = { uri: string, name: string } & ResourceDescriptor

/**
 * Defines a resource, under one `uri` or under all that a `uriTemplate` makes: the default export of a file in
 * `server/mcp/resources/`, or an entry of `createMcpHandler`.
 *
 * A template knows `{var}` (part of one segment), `{+var}` (anything) and, at the end, `{?a,b}` (query, optional).
 * Variables are input of the client: decoded, `{var}` too may hold `/` or be `..`, so never make a path of one unchecked.
 *
 * Throws `TypeError`, which names the option, for a definition that can't be served.
 *
 * @example
 * export default defineResource({
 *   uriTemplate: 'shop://orders/{id}',
 *   handler: ({ id }) => findOrder(id),
 * })
 */
export function defineResource<const Template extends string>(options: ResourceOptions & {
  uriTemplate: Template
  uri?: undefined
  /** Called for each `resources/list`; a template without it lists nothing. */
  list?: (event: McpEvent) => MaybePromise<readonly ListedResource[]>
  /** Suggestions while the user types, by variable. */
  complete?: CompleteOptions<UriVariableNames<Template>>
  handler: (variables: UriVariables<Template>, event: McpEvent) => MaybePromise<ResourceReturn>
}): ResourceDefinition
export function defineResource(options: ResourceOptions & {
  /** Absolute, such as `shop://terms`. */
  uri: string
  uriTemplate?: undefined
  list?: undefined
  complete?: undefined
  handler: (event: McpEvent) => MaybePromise<ResourceReturn>
}): ResourceDefinition
export function defineResource(options: ResourceOptions & {
  uri?: string
  uriTemplate?: string
  list?: (event: McpEvent) => MaybePromise<readonly ListedResource[]>
  complete?: object
  handler: (...args: never[]) => unknown
}): ResourceDefinition {
  checkOptions('defineResource', options)
  checkResourceOptions(options)
  const { name, uri, uriTemplate, list } = options
  const template = uriTemplate === undefined ? undefined : compileUriTemplate(uriTemplate, 'defineResource: uriTemplate')
  const complete = createCompleter(options.complete, template?.names ?? [], 'defineResource')
  const handler = options.handler as Handler
  return {
    '~mcp': 'resource',
    name,
    ...template ? { uriTemplate } : { uri },
    'descriptor': pickOptions(options, ['title', 'description', 'icons', 'mimeType', 'size', 'annotations', '_meta']),
    'cache': cacheHints(options.cache, uncached, 'defineResource: cache'),
    'match': matcherOf(template, uri),
    async read(asked, variables, event) {
      return toResourceResult(await (template ? handler(variables, event) : handler(event)), asked, options.mimeType)
    },
    ...list && { list: async event => list(event) },
    ...complete && { complete },
  }
}

function matcherOf(template: UriTemplate | undefined, uri: string | undefined): ResourceDefinition['match'] {
  return template ? template.match : asked => asked === uri ? {} : undefined
}

function checkResourceOptions(options: { uri?: unknown, uriTemplate?: unknown, mimeType?: unknown, size?: unknown, list?: unknown }): void {
  const { uri, uriTemplate, mimeType, size, list } = options
  const fail = (problem: string): never => {
    throw new TypeError(`defineResource: ${problem}.`)
  }
  if ((uri === undefined) === (uriTemplate === undefined)) fail(`state ${uri === undefined ? 'uri or uriTemplate' : 'either uri or uriTemplate, not both'}`)
  if (uri !== undefined) {
    if (typeof uri !== 'string' || !URL.canParse(uri)) fail(`uri must be an absolute URI such as "shop://terms", not ${describeValue(uri)}`)
    if (String(uri).includes('{')) fail(`uri is fixed, so ${describeValue(uri)} can have no variable; use uriTemplate`)
    if (!isUri(String(uri))) fail(`uri must be percent-encoded, not ${describeValue(uri)}; ${describeValue(new URL(String(uri)).href)} is`)
    if (list !== undefined) fail('list is for a uriTemplate; a fixed uri is listed by itself')
  }
  if (list !== undefined && typeof list !== 'function') fail(`list must be a function, not ${describeValue(list)}`)
  if (mimeType !== undefined && typeof mimeType !== 'string') fail(`mimeType must be a string, not ${describeValue(mimeType)}`)
  if (size !== undefined && !(Number.isSafeInteger(size) && Number(size) >= 0)) fail(`size must be a number of bytes, not ${describeValue(size)}`)
}
