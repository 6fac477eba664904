import type { Nitro } from 'nitropack/types'
import { readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dirname, join, normalize } from 'pathe'
import { HANDLER_ID } from './templates.ts'

/** Mounts the generated handler, and sees to it that the bundle holds all of it. */
export function mountRoute(nitro: Nitro, route: string): void {
  // Both majors of Nitro match a route with and without a slash at the end.
  nitro.options.handlers.push({ route, handler: HANDLER_ID, lazy: true })
  inlineOwnCode(nitro)
  keepFromCaches(nitro, route)
}

/** What people type, with the base of the app. */
export function joinRoute(nitro: Nitro, route: string): string {
  return `${nitro.options.baseURL.replace(/\/+$/, '')}${route}`
}

/** Left external, an installed copy is traced only in part and the first call fails; a linked one has another path. */
function inlineOwnCode({ options }: Nitro): void {
  const { inline = [], ...externals } = options.externals ?? {}
  // Nitro fills in what its type says must be there, such as `outDir`.
  options.externals = { ...externals, inline: [...inline, 'nitro-mcp', packageFolder(), '@cfworker/json-schema'] } as typeof options.externals
}

function packageFolder(): string {
  for (let folder = dirname(normalize(realpathSync(fileURLToPath(import.meta.url)))); ; folder = dirname(folder)) {
    const name = nameIn(folder)
    if (name === 'nitro-mcp') return `${folder}/`
    if (folder === dirname(folder)) throw new Error('The folder of nitro-mcp can not be found.')
  }
}

function nameIn(folder: string): unknown {
  try {
    return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: unknown }).name
  }
  catch {
    return undefined
  }
}

/** Neither a page that links to the endpoint nor a list of routes makes a file of it. */
export function keepFromPrerender(nitro: Nitro, route: string): void {
  const own = new Set([route, joinRoute(nitro, route)].flatMap(path => [path, `${path}/`]))
  nitro.options.prerender.ignore.push(path => own.has(path.replace(/[?#].*$/, '')))
}

/** A rule such as `/**: { swr: true }` must not store one person's result for another, nor turn away POST requests. */
function keepFromCaches({ hooks, options }: Nitro, route: string): void {
  // Only now: Nuxt has written its rules for the browser, and this one is none of its business.
  hooks.hook('build:before', () => {
    options.routeRules[route] = { ...options.routeRules[route], cache: false, isr: false }
  })
}
