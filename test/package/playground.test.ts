import { resolve } from 'node:path'
import { attackRounds, createMcpTestClient, type AttackOptions, type McpTestClientOptions } from 'nitro-mcp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../hosts/build.ts'
import { machineNode, startServer, type RunningServer } from '../hosts/server.ts'

const root = resolve(import.meta.dirname, '../..')
const server = resolve(root, 'playground/.output/server/index.mjs')
let shop: RunningServer

beforeAll(async () => {
  const build = 'import(\'./scripts/setup.mjs\').then(setup => setup.ensurePlaygroundBuilt())'
  await run(process.execPath, ['-e', build], { cwd: root, env: { VITEST: '', TEST: '' } })
  shop = await startServer(server, { node: machineNode(), env: { NUXT_MCP_STATE_KEY: 'a key for this test, long enough' } })
})

afterAll(() => shop?.kill())

const connect = (options: McpTestClientOptions = {}) =>
  createMcpTestClient({ fetch: request => fetch(request) }, { url: `${shop.origin}/mcp`, ...options })

const attack = (options: AttackOptions) => attackRounds({ fetch: request => fetch(request) }, { url: `${shop.origin}/mcp`, ...options })

async function call(name: string, args: Record<string, unknown>, options?: McpTestClientOptions) {
  await using client = await connect(options)
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args })
  return { text: content.map(block => block.type === 'text' ? block.text : block.type).join(), data: structuredContent, isError, rounds: client.rounds }
}

describe('the playground', () => {
  it('shows its tools, prompts and resources, titled by their files', async () => {
    await using client = await connect()
    const { tools } = await client.listTools()
    expect(tools.map(({ name, title }) => `${name}: ${title}`)).toEqual([
      'book-bike: Book a bike', 'cancel-booking: Cancel Booking', 'find-bikes: Find Bikes',
      'report-damage: Report Damage', 'sign-deposit: Sign Deposit', 'suggest-tour: Suggest Tour',
    ])
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['handover', 'reply-to-complaint'])
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
      'harbour-bikes://day-sheet', 'harbour-bikes://price-list',
      ...['heron', 'plover', 'curlew', 'tern', 'pelican'].map(id => `harbour-bikes://bikes/${id}`),
    ])
    expect((await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['harbour-bikes://bikes/{id}'])
  })

  it('has a page that names its endpoint', async () => {
    const page = await (await fetch(shop.origin)).text()
    expect(page).toContain(`${shop.origin}/mcp`)
    expect(page).toContain('cancel-booking')
  })

  it('finds free bikes, and tells the model what is wrong with a day', async () => {
    const found = await call('find-bikes', { from: '2027-05-01', days: 2, kind: 'touring' })
    expect(found.data).toEqual({ bikes: [{ id: 'curlew', name: 'Curlew', kind: 'touring', total: 44 }] })
    const refused = await call('find-bikes', { from: 'tomorrow' })
    expect(refused).toMatchObject({ isError: true, text: 'Invalid arguments:\n- from: Invalid ISO date' })
  })

  it('books in two steps, and asks again for a trip that does not fit', async () => {
    const trips = [{ rider: 'Ada', kind: 'city', from: 'soon', days: 2 }, { rider: 'Ada', kind: 'city', from: '2027-07-01', days: 2 }]
    const { text, rounds } = await call('book-bike', {}, { answers: { trip: () => trips.shift() ?? 'cancel', confirm: { ok: true } } })
    expect(text).toMatch(/^Booked as B-[\da-f]{8}: heron for Ada, from 2027-07-01 for 2 day\(s\), 28 euro\.$/)
    expect(rounds.map(({ state }) => state !== undefined)).toEqual([false, false, true])
    expect(JSON.stringify(rounds[1]?.questions)).toContain('That does not fit')
  })

  it.each([
    ['decline', 'B-1001 stands: the cancellation was declined.'],
    ['cancel', 'B-1001 stands: the question was dismissed.'],
    [{ ok: false }, 'B-1001 stands: it was not confirmed.'],
  ] as const)('cancels nothing when the answer is %j, and does not ask twice', async (confirm, told) => {
    const { text, rounds } = await call('cancel-booking', { booking: 'B-1001' }, { answers: { confirm } })
    expect(text).toBe(told)
    expect(rounds).toHaveLength(1)
  })

  it('cancels what was confirmed, and then knows it no more', async () => {
    const answers = { confirm: { ok: true } }
    expect((await call('cancel-booking', { booking: 'B-1001' }, { answers })).text).toBe('B-1001 is cancelled.')
    expect(await call('cancel-booking', { booking: 'B-1001' }, { answers })).toMatchObject({ isError: true, text: 'There is no booking B-1001.' })
  })

  it('believes in a signature only when the page has it', async () => {
    const open = { answers: { deposit: true as const } }
    const asked = await call('sign-deposit', { booking: 'B-1002' }, open)
    expect(asked.data).toMatchObject({ signed: false, note: expect.stringContaining('nothing is signed yet') })
    const question = asked.rounds[0]?.questions.deposit?.params
    expect(question).toMatchObject({ mode: 'url', url: `${shop.origin}/deposit/B-1002` })

    const page = `${shop.origin}/deposit/B-1002`
    expect(await (await fetch(page)).text()).toContain('I agree and sign')
    expect(await (await fetch(page, { method: 'POST' })).text()).toContain('Signed.')
    const signed = await call('sign-deposit', { booking: 'B-1002' }, open)
    expect(signed).toMatchObject({ data: { signed: true }, rounds: [] })
  })

  it('suggests a tour to any client: one that can be asked, one that can not, one of 2025', async () => {
    const words = { role: 'assistant' as const, model: 'm', content: { type: 'text' as const, text: 'Come along!' } }
    expect((await call('suggest-tour', {}, { answers: { taste: { hours: 6 }, words } })).text).toBe('Come along! We suggest the whole bay.')
    expect((await call('suggest-tour', {}, { answers: { taste: { hours: 6 } } })).text).toBe('Fresh air, flat water, good coffee at the end. We suggest the whole bay.')
    expect((await call('suggest-tour', {})).text).toContain('We suggest the harbour loop.')
    expect((await call('suggest-tour', {}, { era: 'legacy' })).text).toContain('We suggest the harbour loop.')
  })

  it('takes a report of damage, in a second round only when the bike has to be fetched', async () => {
    const damage = { parts: ['chain', 'lights'], rideable: false }
    const fetched = await call('report-damage', { bike: 'tern' }, { answers: { damage, pickup: { place: ' the pier ' } } })
    expect(fetched.data).toEqual({ reported: true, place: 1, fetchedFrom: 'the pier' })
    expect(fetched.rounds.map(({ questions }) => Object.keys(questions))).toEqual([['damage'], ['pickup']])
    expect((await call('report-damage', { bike: 'tern' }, { answers: { damage, pickup: 'decline' } })).data).toEqual({ reported: true, place: 2 })
    const parts = [[], ['chain']]
    const rideable = await call('report-damage', { bike: 'tern' }, { answers: { damage: () => ({ parts: parts.shift() ?? [], rideable: true }) } })
    expect(rideable.data).toEqual({ reported: true, place: 3 })
    expect(rideable.rounds.map(({ questions }) => JSON.stringify(questions).includes('- parts: '))).toEqual([false, true])
    expect((await call('report-damage', { bike: 'tern' }, { answers: { damage: 'decline' } })).data).toEqual({ reported: false })
  })

  it('has a prompt and a resource that ask', async () => {
    await using client = await connect({ answers: { stance: { complaint: 'the rain', refund: 10 }, day: { date: '2027-05-02' } } })
    const prompt = await client.getPrompt({ name: 'reply-to-complaint', arguments: { booking: 'B-1002' } })
    expect(prompt.messages[0]?.content).toEqual({ type: 'text', text: 'Write to Jonas Weir, who complained about the rain. Be brief and kind. Offer 10 % of 120 euro back.' })
    const sheet = await client.readResource({ uri: 'harbour-bikes://day-sheet' })
    expect(sheet.contents[0]).toMatchObject({ text: 'tern: Jonas Weir (B-1002)' })
    expect(client.rounds.map(({ name }) => name)).toEqual(['reply-to-complaint', 'harbour-bikes://day-sheet'])
  })

  it('serves one bike by its address, helps to name it, and says which there is not', async () => {
    await using client = await connect()
    const bike = await client.readResource({ uri: 'harbour-bikes://bikes/tern' })
    expect(bike.contents[0]).toMatchObject({ mimeType: 'application/json', text: expect.stringContaining('"pricePerDay":24') })
    const ref = { type: 'ref/resource' as const, uri: 'harbour-bikes://bikes/{id}' }
    expect((await client.complete({ ref, argument: { name: 'id', value: 'p' } })).completion.values).toEqual(['plover', 'pelican'])
    await expect(client.readResource({ uri: 'harbour-bikes://bikes/unicorn' })).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('Resource not found: harbour-bikes://bikes/unicorn') })
  })
  it('holds against the attacks of the test kit, from one booking to the next', async () => {
    let days = 0
    const nextDay = () => new Date(Date.UTC(2028, 0, ++days)).toISOString().slice(0, 10)
    const sheet = { resource: 'harbour-bikes://day-sheet', answers: { day: { date: '2027-05-02' } } }
    const report = await attack({
      tool: 'book-bike',
      answers: { trip: () => ({ rider: 'Ada', kind: 'city', from: nextDay(), days: 1 }), confirm: { ok: true } },
      completed: result => JSON.stringify(result).includes('Booked as'),
      otherArguments: { any: 1 },
      otherTarget: sheet,
    })
    expect(Object.fromEntries(report.results.map(({ attack, verdict }) => [attack, verdict])), String(report)).toEqual({
      'state tampered': 'held',
      'state of another user': 'notRun',
      // The sheet needs no state.
      'state on another target': 'notApplicable',
      'state with other arguments': 'held',
      'state of an older round': 'notApplicable',
      // The number of the booking travels in the state: the second time changes nothing.
      'state replayed': 'allowed',
      'answers without state': 'held',
      'every question declined': 'held',
      'every question cancelled': 'held',
      // A trip that does not fit is asked again.
      'content that does not fit': 'allowed',
      'state expired': 'notRun',
    })
  })

  it.each<[AttackOptions]>([
    [{ tool: 'suggest-tour', answers: { taste: { hours: 3 } } }],
    [{ tool: 'report-damage', arguments: { bike: 'heron' }, answers: { damage: { parts: ['chain'], rideable: true } }, completed: result => JSON.stringify(result).includes('"reported":true') }],
    [{ prompt: 'reply-to-complaint', arguments: { booking: 'B-1002' }, answers: { stance: { complaint: 'the rain' } } }],
    [{ resource: 'harbour-bikes://day-sheet', answers: { day: { date: '2027-05-02' } } }],
  ])('takes no for an answer wherever it asks: %j', async (options) => {
    const report = await attack(options)
    report.assert()
    expect(report.results.filter(({ attack }) => attack.startsWith('every question')).map(({ verdict }) => verdict), String(report)).toEqual(['held', 'held'])
  })
})
