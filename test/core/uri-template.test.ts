import { describe, expect, test } from 'vitest'
import { compileUriTemplate } from '../../src/core/uri-template.ts'
import { proves } from '../helpers/proves.ts'

const match = (template: string, uri: string) => compileUriTemplate(template, 'test').match(uri)

describe('matches', () => {
  test.each([
    ['shop://orders/{id}', 'shop://orders/42', { id: '42' }],
    ['shop://orders/{id}', 'shop://orders/a%20b%2Fc', { id: 'a b/c' }],
    ['shop://orders/{id}/items/{item}', 'shop://orders/1/items/2', { id: '1', item: '2' }],
    ['shop:{a}', 'shop:x', { a: 'x' }],
    ['file://{+path}', 'file://a/b?c#d', { path: 'a/b?c#d' }],
    ['file://{+path}/{name}', 'file://a/b/c', { path: 'a/b', name: 'c' }],
    ['file://{name}.{ext}', 'file://a.tar.gz', { name: 'a.tar', ext: 'gz' }],
    ['a://{+x}-{y}', 'a://p-q/r-s', { x: 'p-q/r', y: 's' }],
    ['a://{x}-{+y}', 'a://p-q/r-s', { x: 'p', y: 'q/r-s' }],
    ['a://{x}aab', 'a://aaaaab', { x: 'aaa' }],
    ['a://{a.b}', 'a://x', { 'a.b': 'x' }],
    ['shop://search{?q,page}', 'shop://search', {}],
    ['shop://search{?q,page}', 'shop://search?page=2&q=a%26b', { q: 'a&b', page: '2' }],
    ['shop://search{?q,page}', 'shop://search?q=', { q: '' }],
    ['shop://search{?q,page}', 'shop://search?q', { q: '' }],
    ['shop://{shop}/search{?q}', 'shop://x/search?q=a+b', { shop: 'x', q: 'a+b' }],
  ])('%s takes %s', (template, uri, variables) => {
    expect({ ...match(template, uri) }).toEqual(variables)
  })

  test.each([
    ['shop://orders/{id}', 'shop://orders/'],
    ['shop://orders/{id}', 'shop://orders/1/2'],
    ['shop://orders/{id}', 'shop://orders/1?x=1'],
    ['shop://orders/{id}', 'shop://orders/1#x'],
    ['shop://orders/{id}', 'SHOP://orders/1'],
    ['shop://orders/{id}', 'shop://orders/%'],
    ['shop://orders/{id}', 'shop://orders/%C3'],
    ['shop://orders/{id}', ''],
    ['file://{+path}/{name}', 'file:///c'],
    ['file://{name}.{ext}', 'file://a.'],
    ['shop://search{?q}', 'shop://search?'],
    ['shop://search{?q}', 'shop://search?q=1&'],
    ['shop://search{?q}', 'shop://search?q=1&q=2'],
    ['shop://search{?q}', 'shop://search?other=1'],
    ['shop://search{?q}', 'shop://search?q=1#x'],
    ['shop://search{?q}', 'shop://search?q=%E0%A4%A'],
    ['shop://search{?q}', 'shop://searches?q=1'],
    ['shop://search{?q}', 'shop://search?toString=1'],
  ])('%s refuses %s', proves('resources/traversal'), (template, uri) => {
    expect(match(template, uri)).toBeUndefined()
  })

  test('names of the prototype are variables like any other', () => {
    const variables = match('a://{__proto__}/{constructor}{?toString}', 'a://x/y')!
    expect(Object.entries(variables)).toEqual([['__proto__', 'x'], ['constructor', 'y']])
    expect(variables.toString).toBeUndefined()
    expect(({} as { x?: unknown }).x).toBeUndefined()
    expect(Object.entries(match('a://x{?__proto__}', 'a://x?__proto__=1')!)).toEqual([['__proto__', '1']])
  })

  test('names are listed in the order of the template', () => {
    expect(compileUriTemplate('a://{b}/{+a}{?d,c}', 'test').names).toEqual(['b', 'a', 'd', 'c'])
  })

  test('matching twice gives the same', () => {
    const template = compileUriTemplate('a://{x}/b', 'test')
    expect({ ...template.match('a://1/b') }).toEqual({ x: '1' })
    expect({ ...template.match('a://2/b') }).toEqual({ x: '2' })
  })
})

describe('time is linear', () => {
  const long = 'a'.repeat(100_000)
  test.each([
    ['a://{+a}-{+b}-{+c}-{+d}-{+e}!', `a://${'-'.repeat(100_000)}`],
    ['a://{+a}a{+b}a{+c}a{+d}a{+e}a{+f}a{+g}!', `a://${long}`],
    ['a://{a}aaaaaaaaaaaaaaaaaaaaaaaab{b}', `a://${long}`],
    ['a://{+a}/{b}/{+c}/{d}!', `a://${'/x'.repeat(50_000)}`],
    ['a://{+a}{?q}', `a://${'?'.repeat(100_000)}`],
    ['a://x{?q}', `a://x?${'q=&'.repeat(33_000)}`],
    ['a://{a}', `a://${'%41'.repeat(33_000)}%`],
    ['a://{+a}.{+b}.{+c}', `a://${'.'.repeat(100_000)}`],
  ])('%s', (template, uri) => {
    const compiled = compileUriTemplate(template, 'test')
    const start = performance.now()
    compiled.match(uri)
    expect(performance.now() - start).toBeLessThan(300)
  })

  test('twice the length takes about twice as long, not four times', () => {
    const compiled = compileUriTemplate('a://{+a}a{+b}a{+c}a{+d}!', 'test')
    const time = (length: number) => Math.min(...Array.from({ length: 5 }, () => {
      const uri = `a://${'a'.repeat(length)}`
      const start = performance.now()
      compiled.match(uri)
      return performance.now() - start
    }))
    time(100_000)
    expect(time(800_000) / time(200_000)).toBeLessThan(10)
  })
})

describe('a template', () => {
  test.each([
    ['orders/{id}', 0, 'a URI begins with its scheme, such as "shop://"'],
    ['{+uri}', 0, 'a URI begins with its scheme, such as "shop://"'],
    ['shop://orders', 0, 'there is no variable; use the option uri for a fixed address'],
    ['shop://{id', 7, 'this "{" is never closed'],
    ['shop://id}', 9, 'this "}" closes nothing'],
    ['shop://{}', 7, 'a variable has no name'],
    ['shop://{+}', 7, 'a variable has no name'],
    ['shop://x{?a,}', 8, 'a variable has no name'],
    ['shop://{a{b}}', 7, '"{a{b}" is not supported; use {name}, {+name} or, at the end, {?name}, with names of letters, digits, "_" and "."'],
    ['shop://{a}{b}', 10, 'two variables need some text between them, or it is unclear where one ends'],
    ['shop://{a}/{a}', 11, 'the variable "a" is there twice; give each its own name'],
    ['shop://{a}{?a}', 10, 'the variable "a" is there twice; give each its own name'],
    ['shop://{a,b}', 7, 'only {?…} can list several variables; write {a}/{b}'],
    ['shop://{#a}', 7, '"{#a}" is not supported; use {name}, {+name} or, at the end, {?name}, with names of letters, digits, "_" and "."'],
    ['shop://{/a}', 7, '"{/a}" is not supported; use {name}, {+name} or, at the end, {?name}, with names of letters, digits, "_" and "."'],
    ['shop://{a*}', 7, 'the modifier in "a*" is not supported; take the whole value and cut it in the handler'],
    ['shop://{a:3}', 7, 'the modifier in "a:3" is not supported; take the whole value and cut it in the handler'],
    ['shop://x{?a}/y', 8, '{?…} must be the last part'],
    ['shop://x?b=1{?a}', 12, 'the query begins with {?…}; list every query parameter in it'],
  ])('%s is refused', (template, position, problem) => {
    expect(() => compileUriTemplate(template, 'test')).toThrow(new TypeError(`test ${JSON.stringify(template)}, position ${position}: ${problem}.`))
  })
})
