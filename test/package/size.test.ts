/** What a server bundle pays for the package, validator included, minified. The ceilings are there to be lowered. */
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

async function sizeOf(code: string): Promise<{ bytes: number, gzip: number }> {
  const result = await build({
    stdin: { contents: code, resolveDir: root, sourcefile: 'entry.js' },
    bundle: true, minify: true, write: false, format: 'esm', platform: 'neutral', mainFields: ['module', 'main'], target: 'es2022',
    external: ['h3'],
  })
  const [file] = result.outputFiles
  if (!file) throw new Error('esbuild wrote nothing')
  return { bytes: file.contents.byteLength, gzip: gzipSync(file.contents, { level: 9 }).byteLength }
}

test.each([
  { entry: 'nitro-mcp', code: 'export * from "nitro-mcp"', bytes: 140_000, gzip: 46_000 },
  { entry: 'nitro-mcp/h3', code: 'export * from "nitro-mcp/h3"; export * from "nitro-mcp"', bytes: 142_000, gzip: 47_000 },
  { entry: 'nitro-mcp/redeem', code: 'export * from "nitro-mcp/redeem"', bytes: 2_200, gzip: 1_100 },
])('$entry stays under $bytes bytes, $gzip in gzip', async ({ entry, code, bytes, gzip }) => {
  const size = await sizeOf(code)
  console.info(`${entry}: ${size.bytes} bytes minified, ${size.gzip} in gzip`)
  expect(size.bytes).toBeLessThanOrEqual(bytes)
  expect(size.gzip).toBeLessThanOrEqual(gzip)
})

test('a builder that is imported alone leaves the engine and the validator out', async () => {
  const size = await sizeOf('import { mcpElicit } from "nitro-mcp"; export default mcpElicit({ message: "Name?", requestedSchema: { type: "object", properties: {} } })')
  expect(size.bytes).toBeLessThanOrEqual(9_500)
})
