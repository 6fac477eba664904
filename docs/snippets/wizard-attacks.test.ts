// #region attacks
import { createMcpHandler } from 'nitro-mcp'
import { attackRounds } from 'nitro-mcp/testing'
import { afterEach, it, vi } from 'vitest'
import principal from './principal.ts'
import wizard from './wizard.ts'

const handler = createMcpHandler({
  name: 'shop', version: '1.0.0',
  stateKey: 'at least 32 bytes, only for tests',
  principal,
  tools: [{ name: 'wizard', definition: wizard }],
})
// In place of the middleware that says who is signed in.
const app = { fetch: (req: Request) => handler({ req, context: { user: { id: req.headers.get('x-user') } } }) }

afterEach(() => vi.useRealTimers())

it('holds against whoever plays foul', async () => {
  const report = await attackRounds(app, {
    tool: 'wizard',
    answers: { city: { name: 'Lisbon' }, nights: { count: 3 } },
    headers: { 'x-user': 'ida' },
    otherUser: { headers: { 'x-user': 'per' } },
    otherArguments: { anything: 'else' },
    completed: result => JSON.stringify(result).includes('have a good time'),
    advance: ms => void vi.setSystemTime(Date.now() + ms),
  })
  report.assert() // throws with the table when one failed
})
// #endregion attacks
