/**
 * Only what was validated gets into a state, whatever a client sends. Flows, answers and their order are drawn from a
 * seed, so that a failure comes again.
 */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createMessage, defineRounds, listRoots, mcpElicit, mcpElicitUrl } from '../../src/core/index.ts'
import { makeEvent } from '../helpers/event.ts'
import { proves } from '../helpers/proves.ts'

const RUNS = 150
const POISON = 'unvalidated'

/** Mulberry32. */
function random(seed: number): () => number {
  return () => {
    seed = seed + 0x6D2B79F5 | 0
    let mixed = Math.imul(seed ^ seed >>> 15, 1 | seed)
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed
    return ((mixed ^ mixed >>> 14) >>> 0) / 4_294_967_296
  }
}

const word = z.string().max(8).refine(text => !text.includes(POISON), 'is poison')
const form = (message: string) => mcpElicit({ message, schema: z.object({ word, n: z.int().min(0).max(9), tags: z.array(z.enum(['a', 'b'])).optional() }) })
const optional = mcpElicit({ message: 'o', schema: z.object({ word }), optional: true })

const flow = defineRounds()
  .ask({ one: form('one'), two: form('two'), maybe: optional })
  .ask(({ one, maybe }) => one.n > 6 && maybe === undefined ? undefined : { three: form(one.word), page: mcpElicitUrl({ message: 'p', url: 'https://example.com/' }) })
  .ask({ story: createMessage({ messages: [], maxTokens: 1 }), folders: listRoots() })
  .ask(({ two }) => ({ wire: mcpElicit({ message: two.word, requestedSchema: { type: 'object', properties: { size: { type: 'string', enum: ['s', 'm'] } }, required: ['size'] } }) }))
  .ask({ last: form('last') })

const keys = ['one', 'two', 'maybe', 'three', 'page', 'story', 'folders', 'wire', 'last']

/** What may be in a state, said anew: not by the code that is tested. */
const mayBeKept: Record<string, (kept: unknown) => boolean> = {
  page: kept => kept === true,
  maybe: kept => z.strictObject({ word }).safeParse(kept).success,
  wire: kept => z.strictObject({ size: z.enum(['s', 'm']) }).safeParse(kept).success,
  story: kept => z.strictObject({ role: z.enum(['user', 'assistant']), content: z.strictObject({ type: z.literal('text'), text: z.string() }), model: z.string() }).safeParse(kept).success,
  folders: kept => z.strictObject({ roots: z.array(z.strictObject({ uri: z.string().startsWith('file:') })) }).safeParse(kept).success,
}
const isForm = (kept: unknown) => z.strictObject({ word, n: z.int().min(0).max(9), tags: z.array(z.enum(['a', 'b'])).optional() }).safeParse(kept).success

function answerTo(key: string, pick: <T>(of: readonly T[]) => T): unknown {
  const junk = [POISON, 1, null, [], { deep: POISON }, [POISON], true]
  const bad = pick(junk)
  const good: Record<string, unknown> = {
    page: { action: 'accept', content: { word: POISON } },
    maybe: { action: 'accept', content: { word: 'w', extra: POISON } },
    wire: { action: 'accept', content: { size: 's', [POISON]: 1 } },
    story: { role: 'assistant', content: { type: 'text', text: 't' }, model: 'm', _meta: { [POISON]: 1 } },
    folders: { roots: [{ uri: 'file:///a', extra: POISON }], [POISON]: [] },
  }
  const fits = good[key] ?? { action: 'accept', content: { word: pick(['w', '']), n: pick([0, 7, 9]), tags: ['a'], [POISON]: 1 }, extra: POISON }
  return pick([fits, fits, fits, fits, pick<unknown>([
    { action: 'accept', content: bad }, { action: 'accept', content: { word: bad, n: bad, tags: bad, size: bad } }, { action: POISON }, {},
    { action: 'accept' }, { action: 'accept', content: { word: 'w', n: 10 } }, { role: 'assistant', content: bad, model: bad }, { roots: bad },
    ...key === 'maybe' ? [{ action: 'decline' }, { action: 'cancel', content: { word: POISON } }] : [],
  ])])
}

test(`no unvalidated answer enters the state, in ${RUNS} conversations`, proves('rounds/answers-validated'), async () => {
  let ended = 0
  let states = 0
  for (let seed = 1; seed <= RUNS; seed++) {
    const next = random(seed)
    const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T
    let requestState: string | undefined
    for (let round = 0; round < 40; round++) {
      const inputResponses = Object.fromEntries([...keys, POISON].filter(() => next() < 0.7).map(key => [key, answerTo(key, pick)]))
      const event = makeEvent({ clientCapabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} }, requestState, inputResponses })
      let entered
      try {
        entered = await flow.enter(event)
      }
      catch (error) {
        // A malformed result of a program ends the call; the client may come again with the state it has.
        expect(error, `seed ${seed}`).toMatchObject({ code: -32602, message: expect.stringMatching(/^The answer to "(story|folders)" is no result of/) as string })
        continue
      }
      for (const [key, answer] of Object.entries(entered.answers)) expect(answer === undefined || (mayBeKept[key] ?? isForm)(answer), `seed ${seed}: ${key} is ${JSON.stringify(answer)}`).toBe(true)
      if (entered.status === 'done') ended++
      if (entered.status !== 'asking') break
      const { requestState: state = '', inputRequests = {} } = await entered.ask()
      states++
      requestState = state
      const text = Buffer.from(state.split('.')[1 + 1] ?? '', 'base64url').toString()
      expect(text, `seed ${seed}`).not.toContain(POISON)
      const { p: { a } } = JSON.parse(text) as { p: { a: Record<string, unknown> } }
      for (const [key, kept] of Object.entries(a)) {
        expect((mayBeKept[key] ?? isForm)(kept), `seed ${seed}: ${key} is ${JSON.stringify(kept)}`).toBe(true)
        expect(Object.keys(inputRequests), `seed ${seed}`).not.toContain(key)
      }
    }
  }
  // The conversations must get somewhere, or the property says nothing.
  expect(ended).toBeGreaterThan(RUNS / 4)
  expect(states).toBeGreaterThan(RUNS * 3)
})
