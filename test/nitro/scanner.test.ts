import { describe, expect, it } from 'vitest'
import { scanSource } from '../../src/nitro/scanner.ts'

const nameIn = (source: string) => {
  const { name } = scanSource(source)
  return name.is === 'literal' ? `"${name.value}"` : name.is
}

describe('the name of a definition', () => {
  it.each([
    ['a plain string', `export default defineTool({ name: 'pay', handler: () => 'ok' })`],
    ['double quotes', `export default defineTool({ "name": "pay" })`],
    ['a template without substitutions', 'export default defineTool({ name: `pay` })'],
    ['a constant', `export default defineTool({ name: 'pay' as const })`],
    ['an explicit import', `import { defineTool } from 'nitro-mcp'\nexport default defineTool({ name: 'pay' });`],
    ['an import under another name', `import { type McpEvent, defineTool as tool } from 'nitro-mcp'\nexport default tool({ name: 'pay' })`],
    ['type arguments', `export default defineTool<Input, Output>({ name: 'pay' })`],
    ['a trailing comma', `export default defineTool({ name: 'pay', },)`],
    ['after a handler with a name of its own', `export default defineTool({ handler() { return { name: 'other', x: [1, { name: 'y' }] } }, name: 'pay' })`],
    ['after comments and strings with brackets', `// it's {\n/* " */ const a = '}) export default defineTool({ name: "no" })'\nexport default defineTool({ /* name: 'no' */ name: 'pay' })`],
    ['after a template with a nested one', 'const a = `${x ? `}${"`"}` : "}"} {`\nexport default defineTool({ name: "pay" })'],
    ['after a template with a division', 'const a = `${cents / 100} ${/[`}]/.source}`\nexport default defineTool({ name: "pay" })'],
    ['after regular expressions', `const a = /['"\`{/]/g, b = [/\\//, x / 2 / 3]\nexport default defineTool({ name: 'pay' })`],
    ['before another statement', `export default defineTool({ name: 'pay' })\nfunction helper() {}`],
    ['after a quoted key', `export default defineTool({ 'description': 'x', async handler(a, b) {}, name: 'pay' })`],
    ['after import.meta and import()', `const a = import.meta.url, b = import('x')\nexport default defineTool({ name: 'pay' })`],
  ])('is read from %s', (_, source) => {
    expect(nameIn(source)).toBe('"pay"')
  })

  it.each([
    ['none is stated', `export default defineTool({ description: 'name: "x"', handler: ({ name }) => name })`],
    ['only a nested object has one', `export default defineTool({ annotations: { name: 'x' }, handler(event) { const name = 'y'; return name } })`],
  ])('is absent when %s', (_, source) => {
    expect(nameIn(source)).toBe('absent')
  })

  it.each([
    ['a variable', `export default defineTool({ name: NAME })`],
    ['a shorthand', `export default defineTool({ name, handler })`],
    ['a shorthand at the end', `export default defineTool({ handler, name })`],
    ['a sum', `export default defineTool({ name: 'a' + b })`],
    ['a template with a substitution', 'export default defineTool({ name: `a${b}` })'],
    ['a choice', `export default defineTool({ name: 'a' || b })`],
    ['an escape', `export default defineTool({ name: 'a\\u0062' })`],
    ['a getter', `export default defineTool({ get name() { return 'a' } })`],
    ['a spread', `export default defineTool({ name: 'a', ...rest })`],
    ['a computed key', `export default defineTool({ ['na' + 'me']: 'a' })`],
    ['an inherited one', `export default defineTool({ __proto__: base })`],
    ['two names', `export default defineTool({ name: 'a', name: 'b' })`],
    ['generics with a comma', `export default defineTool({ x: make<A, name>('y'), name: 'a' })`],
    ['an identifier as the argument', `export default defineTool(options)`],
    ['a second argument', `export default defineTool({ name: 'a' }, extra)`],
    ['a call on the result', `export default defineTool({ name: 'a' }).rename('b')`],
    ['a call on the result in the next line', `export default defineTool({ name: 'a' })\n  .rename('b')`],
    ['a wrapper', `export default withAuth(defineTool({ name: 'a' }))`],
    ['a function of the app', `export default defineAdminTool({ name: 'a' })`],
    ['a function of the same name from elsewhere', `import { defineTool } from './mine'\nexport default defineTool({ name: 'a' })`],
    ['a function of the same name in the file', `const defineTool = wrap()\nexport default defineTool({ name: 'a' })`],
    ['a function declared in the file', `function defineTool(x) { return x }\nexport default defineTool({ name: 'a' })`],
    ['an exported variable', `const tool = defineTool({ name: 'a' })\nexport default tool`],
    ['a plain object', `export default { name: 'a' }`],
    ['a named default export', `const tool = defineTool({ name: 'a' })\nexport { tool as default }`],
    ['a re-export', `export { default } from './other'`],
    ['a slash that only a parser understands', `if (a) /['"]/.test(b)\nexport default defineTool({ name: 'a' })`],
    ['brackets that do not match', `export default defineTool({ name: 'a' }))`],
    ['a string that does not end', `export default defineTool({ name: 'a })`],
  ])('is unknown with %s', (_, source) => {
    expect(nameIn(source)).toBe('unknown')
    expect(scanSource(source).hasDefaultExport).toBe(true)
  })
})

describe('the default export', () => {
  it.each([
    ['an empty file', ''],
    ['a named export', `export const tool = defineTool({ name: 'a' })`],
    ['one in a comment', `// export default defineTool({})`],
    ['one in a string', `const a = 'export default x'`],
    ['a switch', `switch (x) { case 1: break; default: y() }`],
    ['a default import', `import { default as x } from './y'`],
  ])('is missing in %s', (_, source) => {
    expect(scanSource(source).hasDefaultExport).toBe(false)
  })

  it('tells what it makes', () => {
    expect(scanSource(`export default definePrompt({})`).kind).toBe('prompt')
    expect(scanSource(`import * as mcp from 'nitro-mcp'\nexport default mcp.defineTool({})`).kind).toBeUndefined()
  })
})

it('reads the URI of a resource', () => {
  expect(scanSource(`export default defineResource({ uri: 'shop://prices', handler: () => '' })`)).toMatchObject({
    kind: 'resource', name: { is: 'absent' }, uri: { is: 'literal', value: 'shop://prices' }, uriTemplate: { is: 'absent' },
  })
  expect(scanSource(`export default defineResource({ uriTemplate: 'shop://orders/{id}' })`)).toMatchObject({
    uri: { is: 'absent' }, uriTemplate: { is: 'literal', value: 'shop://orders/{id}' },
  })
})
