import type { Nitro } from 'nitropack/types'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'pathe'
import { renderTypes } from './templates.ts'

/** Where the types for the app are written, below its build folder. */
const TYPES_FILE = 'types/nitro-mcp.d.ts'

/** Writes the types for the app whenever Nitro writes its own, and puts them in the tsconfig that Nitro generates. */
export function extendTypes(nitro: Nitro, route: string, majorVersion: number): void {
  nitro.hooks.hook('types:extend', async (types) => {
    const { buildDir, typescript } = nitro.options
    const file = join(buildDir, TYPES_FILE)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, renderTypes(majorVersion, globalNames(nitro)))
    const tsconfig = resolve(buildDir, typescript.tsconfigPath)
    types.tsConfig?.include?.push(relative(dirname(tsconfig), file).replace(/^(?!\.)/, './'))
    // Nitro would type the route by a file that does not exist.
    types.routes = Object.fromEntries(Object.entries(types.routes).filter(([path]) => path !== route))
  })
}

/** Auto-imports that Nitro was told not to declare: it would name them by a path on which TypeScript finds no types. */
function globalNames({ options }: Nitro): string[] {
  const imports = options.imports === false ? [] : options.imports.imports ?? []
  return imports.filter(({ from, dtsDisabled }) => from === 'nitro-mcp' && dtsDisabled).map(({ name }) => name)
}
