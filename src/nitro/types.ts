import type { Nitro } from 'nitropack/types'
import type { AutoImport } from './templates.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'pathe'
import { RUNTIME_ID, runtimeTypes } from './runtime-template.ts'
import { renderTypes } from './templates.ts'

/** Where the types for the app are written, below its build folder. */
const TYPES_FILE = 'types/nitro-mcp.d.ts'

/** Writes the types for the app whenever Nitro writes its own, and puts them in the tsconfig that Nitro generates. */
export function extendTypes(nitro: Nitro, route: string, majorVersion: number): void {
  nitro.hooks.hook('types:extend', async (types) => {
    const { buildDir, typescript } = nitro.options
    const file = join(buildDir, TYPES_FILE)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, renderTypes(majorVersion, autoImports(nitro)))
    await writeFile(join(dirname(file), 'nitro-mcp-runtime.d.ts'), runtimeTypes)
    const tsconfig = resolve(buildDir, typescript.tsconfigPath)
    types.tsConfig?.include?.push(relative(dirname(tsconfig), file).replace(/^(?!\.)/, './'))
    // Nitro would type the route by a file that does not exist.
    types.routes = Object.fromEntries(Object.entries(types.routes).filter(([path]) => path !== route))
  })
}

/** Auto-imports that Nitro was told not to declare: it would name them by a path on which TypeScript finds no types. */
function autoImports({ options }: Nitro): AutoImport[] {
  const imports = options.imports === false ? [] : options.imports.imports ?? []
  return imports.filter(({ from, dtsDisabled }) => dtsDisabled && (from === 'nitro-mcp' || from === RUNTIME_ID))
}
