import type { Era } from '../../src/core/protocol.ts'

/** What is built on a branch of its own, with its tests. */
export type Part = 'listen' | 'tasks' | 'legacy' | 'params' | 'rounds'

export interface Requirement {
  readonly level: 'MUST' | 'SHOULD'
  /** The page of the specification, by its path. */
  readonly section: string
  readonly eras: readonly Era[]
  /** In our own words. */
  readonly text: string
  readonly part?: Part
  /** Why it does not hold yet. The tests that cite it are expected to fail. */
  readonly gap?: string
}

/** Parts whose requirements may go uncited for now. */
export const pending: readonly Part[] = []

const eras = { modern: ['modern'], legacy: ['legacy'], both: ['modern', 'legacy'] } as const
type More = Pick<Requirement, 'part' | 'gap'>

const must = (section: string, era: keyof typeof eras, text: string, more: More = {}): Requirement => ({ level: 'MUST', section, eras: eras[era], text, ...more })
const should = (section: string, era: keyof typeof eras, text: string, more: More = {}): Requirement => ({ level: 'SHOULD', section, eras: eras[era], text, ...more })

const http = 'basic/transports/streamable-http'
const rpc = 'basic/index'
const version = 'basic/versioning'
const mrtr = 'basic/patterns/mrtr'
const sub = 'basic/patterns/subscriptions'
const cancel = 'basic/patterns/cancellation'
const progress = 'basic/patterns/progress'
const safety = 'basic/security_best_practices'
const disc = 'server/discover'
const tools = 'server/tools'
const resources = 'server/resources'
const prompts = 'server/prompts'
const caching = 'server/utilities/caching'
const logging = 'server/utilities/logging'
const paging = 'server/utilities/pagination'
const completion = 'server/utilities/completion'
const elicitation = 'client/elicitation'
const sampling = 'client/sampling'
const tasks = 'SEP-2663'
const old = '2025-11-25'

/**
 * What an HTTP server owes its clients, and how we read it. Authorization is left out: it is optional, and the app's.
 * What only an author can break, such as asking for a password in a form, is left out as well.
 */
export const requirements = {
  // HTTP
  'http/post': must(http, 'both', 'One path takes every message, by POST.'),
  'http/json-or-stream': must(http, 'both', 'A request is answered by one JSON object or by a stream of events, and nothing else.'),
  'http/other-methods': should(http, 'both', 'GET, DELETE and other methods are answered with 405, and told what is allowed.'),
  'http/notification': must(http, 'both', 'A notification that is taken is answered with 202 and no body.'),
  'http/no-session': must(http, 'modern', 'A session id is ignored, and none is made.'),
  'http/no-resumption': must(http, 'modern', 'A stream can not be resumed: Last-Event-ID is ignored, and events have no ids.'),
  'http/content-type': should(safety, 'both', 'A body that is not declared as JSON is refused, since a page may send other types without asking.'),
  'http/body-limit': should(safety, 'both', 'A body over a limit is refused before it fills the memory.'),
  'http/refusal-has-body': must(version, 'modern', 'A refused request gets a JSON-RPC error in the body, so that no client takes the server for an old one.'),
  'http/status-result': must(http, 'both', 'A result comes with 200.'),
  'http/status-in-band': should(http, 'both', 'An error of a method that ran comes with 200.'),
  'http/disconnect-cancels': must(cancel, 'modern', 'A client that goes away before the reply cancels its request.'),

  // Origin
  'origin/foreign': must(http, 'both', 'A request from a page that is not allowed is refused with 403.'),
  'origin/every-method': must(http, 'both', 'The origin is checked whatever the HTTP method.'),
  'origin/absent': must(http, 'both', 'A request without an origin is no page, and is served.'),
  'origin/opaque': must(http, 'both', 'The origin "null" is an origin, and not allowed.'),
  'origin/rebinding': must(http, 'both', 'A page that reaches a local server through a name of its own is refused, though origin and host agree.'),
  'origin/no-id': must(http, 'both', 'The body of that refusal has no id.'),
  'origin/first': should(http, 'both', 'A foreign page learns nothing else: its refusal comes before any other check.'),
  'origin/preflight': should(http, 'both', 'An allowed page gets a preflight that lets it send the headers of the protocol; a foreign one does not.'),

  // Streams
  'stream/headers': should(http, 'modern', 'A stream tells proxies not to buffer or change it.'),
  'stream/lazy': should(http, 'both', 'A reply is a stream only when something comes before the result, so that the status can still tell of an error.'),
  'stream/ends': should(http, 'both', 'The result ends its stream.'),
  'stream/related': must(http, 'modern', 'Only progress and log messages of the same request come before a result.'),
  'stream/no-requests': must(http, 'modern', 'The server sends no requests.'),
  'stream/independent': must(http, 'both', 'Streams that are open at the same time do not mix.'),
  'stream/keep-alive': should(http, 'both', 'An idle stream is kept open by comments.'),
  'stream/close-cancels': must(http, 'modern', 'A client that closes the stream cancels its request, and the work is told.'),
  'stream/silent': must(cancel, 'modern', 'Nothing is written for a request that was cancelled.'),
  'stream/late-error': should(http, 'modern', 'An error after the stream has begun comes on it, under the id of the request.'),

  // Standard headers
  'headers/version-missing': must(http, 'modern', 'A modern request without MCP-Protocol-Version is refused with 400 and -32020.'),
  'headers/version-differs': must(http, 'modern', 'A version header that differs from the body is refused with 400 and -32020.'),
  'headers/method-missing': must(http, 'modern', 'A request without Mcp-Method is refused with 400 and -32020.'),
  'headers/method-differs': must(http, 'modern', 'An Mcp-Method that differs from the body is refused with 400 and -32020.'),
  'headers/name-missing': must(http, 'modern', 'A call, prompt or read without Mcp-Name is refused with 400 and -32020.'),
  'headers/name-differs': must(http, 'modern', 'An Mcp-Name that differs from the body is refused with 400 and -32020.'),
  'headers/name-uri': must(http, 'modern', 'Mcp-Name of resources/read is its URI.'),
  'headers/name-elsewhere': must(http, 'modern', 'Other methods need no Mcp-Name.'),
  'headers/names-case': must(http, 'modern', 'Names of headers are the same in any case.'),
  'headers/values-case': must(http, 'modern', 'Values of headers are not the same in another case.'),
  'headers/white-space': must(http, 'modern', 'White space around a value does not count.'),
  'headers/encoded': must(http, 'modern', 'A value between the Base64 markers is decoded as UTF-8 before it is compared.'),
  'headers/encoded-badly': must(http, 'modern', 'A value whose Base64 or UTF-8 is broken is refused with 400 and -32020.'),
  'headers/half-encoded': must(http, 'modern', 'A value with only one of the markers stands for itself.'),
  'headers/doubled': should(http, 'modern', 'A header that is sent twice differs from the body.'),
  'headers/verbatim': should(http, 'modern', 'Values are compared as they are, without Unicode normalization.'),

  // Mirrored arguments
  'params/annotation': must(http, 'both', 'A mark that makes clients drop the tool is refused when the tool is defined.', { part: 'params' }),
  'params/equal': must(http, 'modern', 'A mirrored argument that equals its header is accepted.', { part: 'params' }),
  'params/missing': must(http, 'modern', 'An argument whose header is missing is refused with 400 and -32020.', { part: 'params' }),
  'params/differs': must(http, 'modern', 'An argument that differs from its header is refused with 400 and -32020.', { part: 'params' }),
  'params/encoded-badly': must(http, 'modern', 'A mirrored value whose encoding is broken is refused with 400 and -32020.', { part: 'params' }),
  'params/absent': must(http, 'modern', 'No header is expected for an argument that is null or absent.', { part: 'params' }),
  'params/numbers': should(http, 'modern', 'Integers are compared as numbers.', { part: 'params' }),
  'params/nested': must(http, 'modern', 'A mark on a nested property counts.', { part: 'params' }),
  'params/unknown': must(http, 'modern', 'Mcp-Param headers that no property is marked for are ignored.', { part: 'params' }),

  // JSON-RPC
  'rpc/parse-error': must(rpc, 'both', 'A body that is not JSON is answered with -32700, and without an id.'),
  'rpc/invalid-request': must(rpc, 'both', 'JSON that is no message of JSON-RPC 2.0 is answered with 400 and -32600.'),
  'rpc/id-echoed': must(rpc, 'both', 'A reply has the id of its request, with its type.'),
  'rpc/id-of-errors': must(rpc, 'both', 'An error has the id of its request wherever that could be read.'),
  'rpc/id-kinds': must(rpc, 'both', 'An id is a string or an integer; null and anything else is refused.'),
  'rpc/id-unreadable': must(rpc, 'both', 'Without a readable id the error has no id at all: never null.'),
  'rpc/notification-silent': must(rpc, 'both', 'A notification is not answered, whatever it says.'),
  'rpc/no-batch': must(rpc, 'modern', 'A batch is refused with 400 and -32600.'),
  'rpc/params': must(rpc, 'both', 'Parameters that are no object are refused with -32602.'),
  'rpc/result-type': must(rpc, 'modern', 'Every result names its type.'),
  'rpc/method-not-found': must(http, 'modern', 'An unknown method is answered with 404 and -32601.'),
  'rpc/method-undeclared': must(rpc, 'modern', 'A method of a capability that is not declared is answered with 404 and -32601.'),
  'rpc/method-removed': must(version, 'modern', 'Methods that this revision took back are not found.'),
  'rpc/method-names': should(rpc, 'both', 'A method named as a member of every object is not found either.'),
  'rpc/withdrawn-codes': must(rpc, 'modern', 'The codes -32002 and -32042 are never sent.'),
  'rpc/reserved-codes': must(rpc, 'modern', 'Codes that the specification keeps back and does not define are never sent.'),
  'rpc/stateless': must(rpc, 'modern', 'Nothing is taken from an earlier request: neither version nor capabilities nor identity.'),
  'rpc/internal-masked': must(safety, 'both', 'An unexpected error is told as -32603 without what it says.'),

  // _meta
  'meta/missing': must(rpc, 'modern', 'A request without _meta is refused with 400 and -32602.'),
  'meta/version': must(rpc, 'modern', 'A request without its version in _meta, as text, is refused with 400 and -32602.'),
  'meta/capabilities': must(rpc, 'modern', 'A request without its capabilities in _meta, as an object, is refused with 400 and -32602.'),
  'meta/client-info': must(rpc, 'modern', 'A client that does not say who it is is served.'),
  'meta/client-info-malformed': should(rpc, 'modern', 'A client info that is none is refused with -32602.'),
  'meta/log-level': should(logging, 'modern', 'A log level that is none is refused with -32602.'),
  'meta/progress-token': must(progress, 'modern', 'A progress token that is neither text nor integer is refused with -32602.'),
  'meta/others': must(rpc, 'modern', 'Other keys, such as those of tracing, are let through.'),
  'meta/server-info': should(rpc, 'modern', 'Every result names the server in _meta.'),
  'meta/kept': should(rpc, 'modern', 'What an author puts in _meta stays beside it.'),

  // Versions
  'version/unsupported': must(version, 'modern', 'A version that is not supported is answered with 400 and -32022, which names it and those that are.'),
  'version/same-list': must(version, 'modern', 'That list is the one of server/discover.'),
  'version/mismatch-first': must(version, 'modern', 'A header that differs is told before a version that is not supported.'),
  'version/body-decides': must(version, 'modern', 'A version in _meta makes a request modern, whatever its method, and even when it is malformed.'),
  'version/header-alone': must(version, 'modern', 'A modern version header without a version in _meta is a malformed modern request: 400 and -32602.'),
  'version/initialize': must(version, 'modern', 'initialize under a modern version header is refused with 400 and -32020.'),
  'version/per-request': must(version, 'both', 'One endpoint serves both eras, request by request.'),

  // server/discover
  'discover/answers': must(disc, 'modern', 'server/discover is answered with versions, capabilities and instructions.'),
  'discover/envelope': must(disc, 'modern', 'It needs the same _meta and headers as any request.'),
  'discover/declared-works': must(rpc, 'modern', 'What is declared can be called.'),
  'discover/no-body-info': must(disc, 'modern', 'It names the server in _meta only.'),
  'discover/no-tasks': must(rpc, 'modern', 'There is no capability called tasks.'),
  'discover/extensions': must(version, 'modern', 'Extensions are declared by ids with a prefix.', { part: 'params' }),

  // Rounds
  'rounds/methods': must(mrtr, 'modern', 'Only tools/call, prompts/get and resources/read answer with a question.'),
  'rounds/only-there': must(mrtr, 'modern', 'A question from any other method is an internal error, and stays inside.'),
  'rounds/not-empty': must(mrtr, 'modern', 'A question has requests or a state.'),
  'rounds/kinds': must(mrtr, 'modern', 'Requests are of three kinds: elicitation, sampling, roots.'),
  'rounds/declared': must(mrtr, 'modern', 'Nothing is asked that this very request did not declare: -32021 with 400.'),
  'rounds/required-data': must(rpc, 'modern', 'That error names what is missing, as a capabilities object.'),
  'rounds/form': must(elicitation, 'modern', 'An empty elicitation capability means forms; one that names only URLs does not.'),
  'rounds/url': must(elicitation, 'modern', 'A URL is asked only of a client that declared URLs.'),
  'rounds/sampling-tools': must(sampling, 'modern', 'Sampling with tools is asked only of a client that declared them.'),
  'rounds/subset': should(mrtr, 'modern', 'An author can ask only for what is supported, instead of failing.'),
  'rounds/stateless': must(mrtr, 'modern', 'A retry may reach another instance, or never come: nothing waits for it.'),
  'rounds/no-state': must(mrtr, 'modern', 'Answers without a state are taken by a tool that made none.'),
  'rounds/answers-shape': should(mrtr, 'modern', 'Answers that are no map of objects are refused with -32602.'),
  'rounds/answers-unknown': should(mrtr, 'modern', 'Answers to what was not asked are ignored.'),
  'rounds/answers-missing': should(mrtr, 'modern', 'What is not answered is asked again.'),
  'rounds/answers-odd-keys': should(mrtr, 'modern', 'Keys named as members of every object are keys like any other.'),
  'rounds/answers-validated': should(elicitation, 'modern', 'The content of a form is validated before it is used.', { part: 'rounds' }),
  'rounds/declined': must(elicitation, 'modern', 'A refusal or a closed dialog is an answer, and is not asked again.'),
  'rounds/no-hints': must(caching, 'modern', 'A question has no cache hints.'),
  'rounds/flat-schema': must(elicitation, 'modern', 'A form has flat fields of the kinds that clients know.'),
  'rounds/url-safe': must(elicitation, 'modern', 'A URL is absolute, and holds no credentials.'),
  'rounds/url-https': should(elicitation, 'modern', 'A URL is one of https.'),
  'rounds/max-tokens': must(sampling, 'modern', 'A sampling request says how many tokens at most.'),
  'rounds/tool-results': must(sampling, 'modern', 'In a sampling request each use of a tool is followed by its result, in a message of results alone.'),

  // State between rounds
  'state/integrity': must(mrtr, 'modern', 'A state that was changed is refused with -32602, and does not ask again.'),
  'state/kind': must(mrtr, 'modern', 'A state that is no text is refused with -32602.'),
  'state/request': should(mrtr, 'modern', 'A state is good for the same method, name and arguments only.'),
  'state/principal': should(mrtr, 'modern', 'A state is good for the same principal only.'),
  'state/expiry': should(mrtr, 'modern', 'A state is good for a short time only.'),
  'state/no-oracle': should(mrtr, 'modern', 'A refusal does not tell which check failed.'),
  'state/verbatim': must(mrtr, 'modern', 'The author gets back what was sealed, to the letter.'),
  'state/canonical': should(mrtr, 'modern', 'A state has one spelling: another encoding of the same bytes is refused.'),

  // Caching
  'caching/six': must(caching, 'modern', 'The complete results of discover, the four lists and resources/read carry ttlMs and cacheScope.'),
  'caching/values': must(caching, 'modern', 'ttlMs is a whole number of milliseconds, cacheScope public or private.'),
  'caching/nowhere-else': must(caching, 'modern', 'Other results carry no cache hints.'),
  'caching/private': should(caching, 'modern', 'Unless an author says so, nothing is public.'),
  'caching/pages': must(caching, 'modern', 'Pages of one list have one scope.', { part: 'params' }),

  // Pages
  'pages/opaque': must(paging, 'both', 'Pages follow one another by cursors, and hold each item once.', { part: 'params' }),
  'pages/last': must(paging, 'both', 'The last page has no cursor.'),
  'pages/unknown': should(paging, 'both', 'A cursor that was not given out, empty text too, is refused with -32602.'),

  // Progress and logging
  'progress/token': must(progress, 'both', 'Progress carries the token of its request, with its type.'),
  'progress/grows': must(progress, 'both', 'Progress only grows.'),
  'progress/unasked': must(progress, 'both', 'Without a token there is no progress.'),
  'progress/over': must(progress, 'both', 'There is no progress after the result.'),
  'logging/level': must(logging, 'modern', 'A request that names no level gets no log messages.'),
  'logging/threshold': must(logging, 'modern', 'Only messages of the level and above are sent.'),
  'logging/shape': must(logging, 'both', 'A log message has a level, data and perhaps a logger.'),
  'logging/own-stream': must(logging, 'modern', 'Log messages come on the stream of their request alone.'),
  'logging/declared': must(logging, 'both', 'A server that may log declares it.'),

  // Tools
  'tools/list-stable': must(tools, 'both', 'The list does not depend on the connection or on earlier requests.'),
  'tools/list-order': should(tools, 'both', 'The list has the same order each time.'),
  'tools/names': should(tools, 'both', 'Names are unique, and of 1 to 128 letters, digits, dots, dashes and underscores.'),
  'tools/input-schema': must(tools, 'both', 'Every tool has an input schema with an object at its root, one without arguments too.'),
  'tools/schema-verbatim': must(tools, 'both', 'Schemas are listed as they were written, with every keyword.'),
  'tools/output-schema': must(tools, 'modern', 'An output schema may have any root.'),
  'tools/output-conforms': must(tools, 'both', 'Structured output fits the output schema, or the call fails.'),
  'tools/output-text': should(tools, 'both', 'Structured output is there as text too.'),
  'tools/no-arguments': must(tools, 'both', 'A call may leave out its arguments.'),
  'tools/unknown': must(tools, 'both', 'An unknown tool is -32602.'),
  'tools/malformed': must(tools, 'both', 'A call without a name, or with arguments that are no object, is -32602.'),
  'tools/validates': must(tools, 'both', 'Arguments are validated before the handler runs.'),
  'tools/bad-arguments': should(tools, 'both', 'Arguments that do not fit are told to the model, in a result with isError.'),
  'tools/failure': should(tools, 'both', 'A call that fails is a result with isError.'),
  'tools/masked': must(tools, 'both', 'A crash does not tell its message.'),
  'tools/dialect': must(rpc, 'both', 'Schemas are read as JSON Schema 2020-12.'),
  'tools/dialect-unknown': must(rpc, 'both', 'A dialect that is not known is told when the tool is defined.'),
  'tools/no-network': must(rpc, 'both', 'A reference to another document is refused, never fetched.'),
  'tools/bounded': should(rpc, 'both', 'Validating is bounded in depth, answers and time.'),
  'tools/content': must(tools, 'both', 'Content is text, image, audio, link or resource, with what each needs.'),

  // Resources
  'resources/list': must(resources, 'both', 'Resources are listed with URI and name, templates apart from them.'),
  'resources/read': must(resources, 'both', 'A resource is read by its URI or through a template.'),
  'resources/uri': must(resources, 'both', 'A read without a URI is -32602.'),
  'resources/valid-uris': must(resources, 'both', 'What is no URI names no resource: it is not handed to a template, and none is sent.'),
  'resources/not-found': must(resources, 'modern', 'A resource that is not there is -32602, never empty contents.'),
  'resources/not-found-uri': should(resources, 'both', 'That error names the URI.'),
  'resources/binary': must(resources, 'both', 'Bytes are sent as Base64.'),
  'resources/traversal': must(resources, 'both', 'A variable of a template does not reach into another path.'),

  // Prompts
  'prompts/list': must(prompts, 'both', 'Prompts are listed with their arguments.'),
  'prompts/get': must(prompts, 'both', 'A prompt gives messages, each with a role and one block.'),
  'prompts/unknown': must(prompts, 'both', 'An unknown prompt is -32602.'),
  'prompts/arguments': must(prompts, 'both', 'A required argument that is missing, or one that is no text, is -32602.'),

  // Completion
  'completion/values': must(completion, 'both', 'Values are given for an argument, by what was typed.'),
  'completion/limit': must(completion, 'both', 'At most a hundred values are given, with the total and whether there are more.'),
  'completion/unknown': must(completion, 'both', 'A reference or argument that is not there is -32602.'),
  'completion/context': should(completion, 'both', 'The arguments that are known already are handed over.'),

  // Subscriptions
  'listen/ack-first': must(sub, 'modern', 'The stream begins with the acknowledgement.', { part: 'listen' }),
  'listen/ack-subset': must(sub, 'modern', 'It names what was asked for and is declared, and nothing else.', { part: 'listen' }),
  'listen/only-asked': must(sub, 'modern', 'Nothing comes that was not acknowledged.', { part: 'listen' }),
  'listen/tagged': must(sub, 'modern', 'Every message is tagged with the id of the request, with its type.', { part: 'listen' }),
  'listen/updated': must(sub, 'modern', 'A change of a resource names a URI that was asked for, or one below it.', { part: 'listen' }),
  'listen/no-progress': must(sub, 'modern', 'Progress and log messages never come here.', { part: 'listen' }),
  'listen/close': must(sub, 'modern', 'A client that closes the stream ends the subscription, and its place is free.', { part: 'listen' }),
  'listen/graceful': should(sub, 'modern', 'A server that ends it sends a result with its id first.', { part: 'listen' }),
  'listen/independent': must(sub, 'modern', 'Several subscriptions of one client do not mix.', { part: 'listen' }),
  'listen/malformed': must(sub, 'modern', 'A request without a filter, or with one that is none, is -32602.', { part: 'listen' }),
  'listen/bounded': should(sub, 'modern', 'Subscriptions are bounded in number and time.', { part: 'listen' }),
  'listen/keep-alive': should(http, 'modern', 'An idle subscription is kept open by comments.', { part: 'listen' }),
  'listen/declared': must(sub, 'modern', 'listChanged and subscribe are declared only where changes can be told.', { part: 'listen' }),

  // Tasks
  'tasks/negotiated': must(tasks, 'modern', 'No task is made for a client that did not declare the extension on this request.', { part: 'tasks' }),
  'tasks/required': must(tasks, 'modern', 'A tool that only runs as a task is -32021 for it, naming the extension.', { part: 'tasks' }),
  'tasks/shape': must(tasks, 'modern', 'A task is flat: id, status, times and lifetime; no state and no questions.', { part: 'tasks' }),
  'tasks/durable': must(tasks, 'modern', 'A task can be read before the reply that names it is out.', { part: 'tasks' }),
  'tasks/get': must(tasks, 'modern', 'tasks/get tells the status with what belongs to it: questions, result or error.', { part: 'tasks' }),
  'tasks/update': must(tasks, 'modern', 'tasks/update takes some of the answers, ignores unknown keys and is answered with nothing else.', { part: 'tasks' }),
  'tasks/keys': must(tasks, 'modern', 'Keys of questions are used once in the life of a task.', { part: 'tasks' }),
  'tasks/cancel': must(tasks, 'modern', 'tasks/cancel may be repeated, and changes nothing that is over.', { part: 'tasks' }),
  'tasks/unknown': must(tasks, 'modern', 'A task that is unknown, expired or of another principal is -32602.', { part: 'tasks' }),
  'tasks/undeclared': must(tasks, 'modern', 'tasks methods of a client without the extension are -32021.', { part: 'tasks' }),
  'tasks/headers': must(tasks, 'modern', 'Mcp-Name of the tasks methods is the id of the task.', { part: 'tasks' }),
  'tasks/removed': must(tasks, 'modern', 'tasks/list and tasks/result are not found.'),
  'tasks/tool-error': must(tasks, 'modern', 'A failed call is a completed task with isError; a protocol error is a failed one.', { part: 'tasks' }),
  'tasks/rounds-first': must(tasks, 'modern', 'Rounds come before the task is made.', { part: 'tasks' }),
  'tasks/ids': must(safety, 'modern', 'Ids can not be guessed, and end.', { part: 'tasks' }),

  // The revisions of 2025
  'legacy/initialize': must(old, 'legacy', 'initialize is answered with version, capabilities and server.'),
  'legacy/version-same': must(old, 'legacy', 'A version that is served is answered with the same.'),
  'legacy/version-latest': must(old, 'legacy', 'Any other, a modern one too, is answered with the latest of 2025.'),
  'legacy/ping': must(old, 'legacy', 'ping is answered with an empty result.'),
  'legacy/response': must(old, 'legacy', 'A response that answers nothing is taken with 202.'),
  'legacy/version-header': must(old, 'legacy', 'A version header that no revision has is refused with 400.'),
  'legacy/no-version-header': must(old, 'legacy', 'Without a version header the request is served.'),
  'legacy/unstamped': must(old, 'legacy', 'Results carry nothing that came later: type, cache hints, server.'),
  'legacy/no-interim': must(version, 'legacy', 'An interim result is never sent.'),
  'legacy/no-later-params': must(version, 'legacy', 'Answers and state of the later revision are ignored.'),
  'legacy/method-not-found': must(old, 'legacy', 'An unknown method is -32601 in band, and so is server/discover.'),
  'legacy/outputs': must(old, 'legacy', 'Output schemas and structured output are objects.'),
  'legacy/resource-not-found': should(old, 'legacy', 'A resource that is not there is -32002.'),
  'legacy/disconnect': must(old, 'legacy', 'A lost connection is no cancellation.'),
  'legacy/log-level': must(old, 'legacy', 'logging/setLevel takes a level with an empty result, and refuses what is none with -32602.'),
  'legacy/json-only': should(old, 'legacy', 'A client that reads no streams gets its result as JSON.'),
  'legacy/batch': must('2025-03-26', 'legacy', 'A batch of 2025-03-26 is served, its answers in one array.', { part: 'legacy' }),
  'legacy/batch-notifications': must('2025-03-26', 'legacy', 'A batch of notifications alone is taken with 202.', { part: 'legacy' }),
  'legacy/no-batch': must('2025-06-18', 'legacy', 'A batch of a later revision is refused with 400 and -32600.'),
  'legacy/batch-initialize': must('2025-03-26', 'legacy', 'initialize is not served inside a batch.', { part: 'legacy' }),
  'legacy/cancelled': should(old, 'legacy', 'notifications/cancelled ends the work of its request.', { part: 'legacy' }),
  'legacy/subscribe': must(old, 'legacy', 'resources/subscribe and unsubscribe are answered with an empty result.', { part: 'legacy' }),
  'legacy/ask': must(old, 'legacy', 'A tool that asks sends its questions as requests on the stream, and goes on with the answers.', { part: 'legacy' }),
  'legacy/ask-declared': must(old, 'legacy', 'Nothing is asked that the client did not declare at initialize.', { part: 'legacy' }),
  'legacy/ask-shape': must(old, 'legacy', 'Questions have the form of the revision: no mode before URLs came, an id with a URL.', { part: 'legacy' }),
  'legacy/ask-refused': must(old, 'legacy', 'Where it can not be asked the call fails at once, and says why.'),
  'legacy/answer': must(old, 'legacy', 'An answer is taken with 202, one to an unknown id too.', { part: 'legacy' }),
  'legacy/answer-error': should(old, 'legacy', 'A client that answers with an error, or not in time, fails the call and frees what waited.', { part: 'legacy' }),
  'legacy/session-signed': must(old, 'legacy', 'A session id is visible ASCII, can not be guessed or forged, and is 404 when it is not ours.', { part: 'legacy' }),
} satisfies Record<string, Requirement>

export type RequirementId = keyof typeof requirements
