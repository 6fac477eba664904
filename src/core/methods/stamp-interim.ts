import type { InputRequiredResult } from '../input-request.ts'
import { checkInputRequired } from '../input-required.ts'
import type { Refusal } from '../reply.ts'
import { stampResult } from '../stamp.ts'
import type { Call } from './method.ts'

/** An interim result may be hand-made, so the checks of `inputRequired` run on whatever goes out, and nothing else passes. */
export function stampInterim({ server, era, event, ask }: Call, result: InputRequiredResult): Promise<string | Refusal> | string {
  const checked = checkInputRequired(event.context.mcp, result)
  return ask ? ask(checked) : stampResult(server, era, checked)
}
