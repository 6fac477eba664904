import { expect, test } from 'vitest'
import { mintSession, openSession, sessionScope } from '../../src/core/legacy-session.ts'
import { sealKey } from '../../src/core/seal-key.ts'

const key = await sealKey('a key of the tests, long enough to sign with', sessionScope('/mcp'))
const opened = async (params: Record<string, unknown>) => openSession(await mintSession(params, key), [key])

const all = { elicitation: { form: {}, url: { hidden: 'x' } }, sampling: { tools: {}, context: {}, more: {} }, roots: { listChanged: true }, experimental: { x: {} }, tasks: {} }

test.each([
  ['2025-11-25', { elicitation: { form: {}, url: {} }, sampling: { context: {}, tools: {} }, roots: {} }],
  ['2025-06-18', { elicitation: {}, sampling: {}, roots: {} }],
  ['2025-03-26', { sampling: {}, roots: {} }],
])('%s carries what it has, and nothing else', async (protocolVersion, clientCapabilities) => {
  expect(await opened({ protocolVersion, capabilities: all })).toEqual({ id: expect.stringMatching(/^[\w-]{22}$/), protocolVersion, clientCapabilities })
})

test.each([[undefined], [null], ['all'], [[]], [{ elicitation: true, sampling: 'yes', roots: [] }]])('capabilities of %j declare nothing', async (capabilities) => {
  expect((await opened({ protocolVersion: '2025-11-25', capabilities }))?.clientCapabilities).toEqual({})
})

test('a url alone is not a form as well', async () => {
  expect((await opened({ protocolVersion: '2025-11-25', capabilities: { elicitation: { url: {} } } }))?.clientCapabilities).toEqual({ elicitation: { url: {} } })
})

test('an unknown version is the newest', async () => {
  expect((await opened({ protocolVersion: '2024-11-05' }))?.protocolVersion).toBe('2025-11-25')
})

test('two sessions of one client are not the same', async () => {
  expect((await opened({}))?.id).not.toBe((await opened({}))?.id)
})
