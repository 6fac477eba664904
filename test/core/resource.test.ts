import { describe, expect, test } from 'vitest'
import { defineResource } from '../../src/core/resource.ts'
import { makeEvent } from '../helpers/event.ts'

const event = makeEvent({ method: 'resources/read' })
/** Options that the types refuse, as plain JavaScript may hold them. */
const untyped = defineResource as (options: unknown) => unknown

describe('a fixed resource', () => {
  const terms = defineResource({ name: 'terms', uri: 'shop://terms', title: 'Terms', mimeType: 'text/markdown', size: 5, annotations: { priority: 1 }, handler: (...args) => `${args.length} ${args[0] === event}` })

  test('describes itself', () => {
    expect(terms['~mcp']).toBe('resource')
    expect(terms.name).toBe('terms')
    expect(terms.uri).toBe('shop://terms')
    expect(terms).not.toHaveProperty('uriTemplate')
    expect(terms).not.toHaveProperty('list')
    expect(terms).not.toHaveProperty('complete')
    expect(terms.descriptor).toStrictEqual({ title: 'Terms', mimeType: 'text/markdown', size: 5, annotations: { priority: 1 } })
  })

  test('matches its own URI alone', () => {
    expect(terms.match('shop://terms')).toEqual({})
    expect(terms.match('shop://terms/')).toBeUndefined()
  })

  test('is read by handler(event)', async () => {
    expect(await terms.read('shop://terms', {}, event)).toEqual({ contents: [{ uri: 'shop://terms', mimeType: 'text/markdown', text: '1 true' }] })
  })
})

describe('a template', () => {
  const orders = defineResource({
    uriTemplate: 'shop://orders/{id}{?lang}',
    list: given => [{ uri: 'shop://orders/1', name: String(given === event) }],
    complete: { id: (value, { arguments: known }) => [value, known.lang ?? ''] },
    handler: ({ id, lang }, given) => id === '0' ? undefined : { id, lang, event: given === event },
  })

  test('describes itself', () => {
    expect(orders.uriTemplate).toBe('shop://orders/{id}{?lang}')
    expect(orders).not.toHaveProperty('uri')
    expect(orders.name).toBeUndefined()
    expect(orders.descriptor).toStrictEqual({})
  })

  test('is read by handler(variables, event), under the URI that was asked for', async () => {
    const uri = 'shop://orders/a%2Fb?lang=de'
    const variables = orders.match(uri)!
    expect({ ...variables }).toEqual({ id: 'a/b', lang: 'de' })
    expect(await orders.read(uri, variables, event)).toEqual({ contents: [{ uri, mimeType: 'application/json', text: '{"id":"a/b","lang":"de","event":true}' }] })
    expect(await orders.read('shop://orders/0', { id: '0' }, event)).toBeUndefined()
  })

  test('lists and completes', async () => {
    expect(await orders.list!(event)).toEqual([{ uri: 'shop://orders/1', name: 'true' }])
    expect(await orders.complete!('id', '4', { lang: 'de' }, event)).toEqual(['4', 'de'])
    expect(await orders.complete!('lang', '', {}, event)).toEqual([])
    await expect(orders.complete!('order', '', {}, event)).rejects.toMatchObject({ code: -32602, message: 'Unknown argument: order' })
  })

  test('what list throws is a rejection', async () => {
    const failing = defineResource({ uriTemplate: 'shop://{id}', list() {
      throw new Error('down')
    }, handler: () => 'x' })
    await expect(failing.list!(event)).rejects.toThrow('down')
  })
})

test.each([
  [{ uri: 'shop://terms' }, 'defineResource: handler must be a function, not undefined.'],
  [{}, 'state uri or uriTemplate.'],
  [{ uri: 'shop://terms', uriTemplate: 'shop://{id}' }, 'state either uri or uriTemplate, not both.'],
  [{ uri: 'terms' }, 'uri must be an absolute URI such as "shop://terms", not "terms".'],
  [{ uri: '/terms' }, 'uri must be an absolute URI such as "shop://terms", not "/terms".'],
  [{ uri: 3 }, 'uri must be an absolute URI such as "shop://terms", not 3.'],
  [{ uri: 'shop://orders/{id}' }, 'uri is fixed, so "shop://orders/{id}" can have no variable; use uriTemplate.'],
  [{ uri: 'shop://bœufs' }, 'uri must be percent-encoded, not "shop://bœufs"; "shop://b%C5%93ufs" is.'],
  [{ uri: 'shop:///our terms' }, 'uri must be percent-encoded, not "shop:///our terms"; "shop:///our%20terms" is.'],
  [{ uri: 'shop://terms', list() {} }, 'list is for a uriTemplate; a fixed uri is listed by itself.'],
  [{ uri: 'shop://terms', complete: { id() {} } }, 'complete.id is for no argument; there are none.'],
  [{ uriTemplate: 3 }, 'defineResource: uriTemplate must be a string, not 3.'],
  [{ uriTemplate: 'shop://{id' }, 'defineResource: uriTemplate "shop://{id", position 7: this "{" is never closed.'],
  [{ uriTemplate: 'shop://{id}', list: [] }, 'list must be a function, not an array.'],
  [{ uriTemplate: 'shop://{id}', complete: { order() {} } }, 'complete.order is for no argument; there is id.'],
  [{ uri: 'shop://terms', mimeType: 1 }, 'mimeType must be a string, not 1.'],
  [{ uri: 'shop://terms', size: -1 }, 'size must be a number of bytes, not -1.'],
  [{ uri: 'shop://terms', annotations: 1 }, 'defineResource: annotations must be an object, not 1.'],
])('%o is refused', (options, problem) => {
  const handler = problem.includes('handler') ? {} : { handler: () => 'x' }
  expect(() => untyped({ ...handler, ...options })).toThrow(problem)
  expect(() => untyped({ ...handler, ...options })).toThrow(TypeError)
})
