import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Reply { result?: Record<string, unknown>, error?: unknown }

const old = 'the-key-before-the-rotation-of-enough-bytes'
const current = 'the-key-after-the-rotation-also-long-enough'
let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nitro-mcp-rounds-'))
})
afterAll(() => rm(dir, { recursive: true }))

/** Starts a process, lets it answer one round, and kills it. */
async function playRound(round: number, requestState: unknown, keys: { STATE_KEY: string, PREVIOUS_STATE_KEYS?: string }, user = 'ida'): Promise<{ pid: number, reply: Reply }> {
  const child = fork(join(import.meta.dirname, 'five-rounds-process.ts'), { env: { ...process.env, WORK_LOG: join(dir, 'work.log'), ...keys } })
  const ended = once(child, 'exit')
  child.send({
    headers: { 'content-type': 'application/json', 'accept': 'application/json, text/event-stream', 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'journey', 'x-user': user },
    body: JSON.stringify({
      jsonrpc: '2.0', id: round, method: 'tools/call',
      params: {
        name: 'journey', arguments: {}, requestState,
        ...round > 0 && { inputResponses: { [`next${round}`]: { action: 'accept', content: { text: `answer ${round}` } } } },
        _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } }, 'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' } },
      },
    }),
  })
  const [answer] = await Promise.race([once(child, 'message'), ended.then(([code]) => Promise.reject(new Error(`The process ended by itself, with ${code}.`)))]) as [{ pid: number, reply: Reply }]
  child.kill('SIGKILL')
  expect((await ended)[1]).toBe('SIGKILL')
  return answer
}

describe('a flow of five rounds', () => {
  it('is carried through by processes that know nothing of each other, over a rotation of the key', { timeout: 60_000 }, async () => {
    const keysOf = (round: number) => round < 3 ? { STATE_KEY: old } : round === 3 ? { STATE_KEY: current, PREVIOUS_STATE_KEYS: old } : { STATE_KEY: current }
    const pids: number[] = []
    const states: string[] = []
    let reply: Reply = {}
    for (let round = 0; round <= 5; round++) {
      const answer = await playRound(round, states.at(-1), keysOf(round))
      pids.push(answer.pid)
      reply = answer.reply
      if (round < 5) states.push(reply.result?.requestState as string)
    }
    expect(new Set(pids).size).toBe(6)
    expect(reply.error).toBeUndefined()
    const rounds = [0, 1, 2, 3, 4, 5]
    expect(JSON.parse((reply.result?.content as { text: string }[])[0]!.text)).toEqual({
      status: 'done',
      answers: rounds.slice(1).map(round => `answer ${round}`),
      receipts: rounds.map(round => `work of round ${round}`),
    })
    // Each once, by the process of its round.
    expect(await readFile(join(dir, 'work.log'), 'utf8')).toBe(rounds.map(round => `work of round ${round} by ${pids[round]}\n`).join(''))

    // Sealed by one key until the rotation, by the other from then on.
    const ids = states.map(state => state.split('.')[1])
    expect(new Set(ids.slice(0, 3)).size).toBe(1)
    expect(new Set(ids.slice(3)).size).toBe(1)
    expect(ids[0]).not.toBe(ids[4])

    // Once the old key is gone, and for another user, what was sealed is worth nothing.
    expect((await playRound(1, states[0], { STATE_KEY: current })).reply).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Invalid request state' } })
    expect((await playRound(5, states[4], { STATE_KEY: current }, 'per')).reply).toEqual({ jsonrpc: '2.0', id: 5, error: { code: -32602, message: 'Invalid request state' } })
  })
})
