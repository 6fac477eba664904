import { McpError } from './errors.ts'
import type { InputRequest, InputRequiredResult } from './input-request.ts'
import type { JsonObject } from './json.ts'
import { wordQuestion } from './legacy-questions.ts'
import type { LegacySession } from './legacy-session.ts'
import type { Call, Method } from './methods/method.ts'
import { Unanswered, type PendingQuestions, type Question } from './pending-questions.ts'
import { ErrorCode } from './protocol.ts'
import { RequestContext } from './request-context.ts'
import { stampResult } from './stamp.ts'
import { knownPrincipal } from './principal.ts'

/** How often one call may ask. */
const MAX_ROUNDS = 8

/** Before a handler that only handed out a state is run again, in milliseconds: it waits for something, so it is not to spin. */
const PAUSE_MS = 250

/**
 * The rounds of a client that can't send its request again: the interim result is taken apart into requests on the stream of
 * the call, and the same handler is run again with their answers and with the state it sealed.
 */
export function holdRounds(call: Call, run: Method, session: LegacySession, questions: PendingQuestions): Call {
  let rounds = 0
  const held: Call = { ...call, async ask(result) {
    rounds++
    if (rounds > MAX_ROUNDS) return giveUp(call, new McpError(ErrorCode.InternalError, `Asked ${MAX_ROUNDS} times without coming to an end.`))
    let inputResponses: Record<string, JsonObject> | undefined
    try {
      inputResponses = await answersTo(result, call, session, questions)
    }
    catch (error) {
      if (error instanceof Unanswered) return giveUp(call, new McpError(ErrorCode.InvalidRequest, error.message))
      throw error
    }
    call.event.context.mcp = RequestContext.nextRound(call.event.context.mcp, { inputResponses, requestState: result.requestState })
    return run(held)
  } }
  return held
}

async function answersTo({ inputRequests }: InputRequiredResult, { exchange }: Call, session: LegacySession, questions: PendingQuestions): Promise<Record<string, JsonObject> | undefined> {
  if (!inputRequests) {
    await pause(exchange.left)
    return undefined
  }
  return questions.ask(session.id, exchange, Object.entries(inputRequests).map(([key, request]) => questionOf(key, request, session)))
}

function questionOf(key: string, request: InputRequest, { protocolVersion }: LegacySession): Question {
  const params = wordQuestion(protocolVersion, request)
  // The checks of `inputRequired` refuse what has no words.
  return { key, method: request.method, params: typeof params === 'object' ? params : undefined }
}

function pause(left: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      reject(new Unanswered('The client stopped waiting.'))
    }
    const timer = setTimeout(() => {
      left.removeEventListener('abort', leave)
      resolve()
    }, PAUSE_MS)
    if (left.aborted) leave()
    else left.addEventListener('abort', leave, { once: true })
  })
}

/** A tool tells the model, which may go on without; a prompt and a resource have no other way than an error. */
function giveUp({ server, event }: Call, error: McpError): string {
  const { method, name } = event.context.mcp
  if (method !== 'tools/call') throw error
  if (error.code === ErrorCode.InternalError) server.report(error, { method, name, file: name === undefined ? undefined : server.registry.tools.get(name)?.file, principal: knownPrincipal(event) })
  return stampResult(server, 'legacy', { content: [{ type: 'text', text: error.message }], isError: true })
}
