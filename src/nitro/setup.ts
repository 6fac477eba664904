import type { Nitro } from 'nitropack/types'
import type { Definitions, Problem } from './definitions.ts'
import type { McpOptions, ResolvedOptions } from './options.ts'
import type { PrincipalFile } from './principal.ts'
import { consola } from 'consola'
import { join } from 'pathe'
import { findBus } from './bus.ts'
import { joinRoute, keepFromPrerender, mountRoute } from './mount.ts'
import { resolveDefinitions } from './definitions.ts'
import { discover } from './discover.ts'
import { resolveLegacyInput } from './legacy-input.ts'
import { isLongLived } from './long-lived.ts'
import { misspeltFolders, serverFolders } from './folders.ts'
import { nearMisses } from './near-misses.ts'
import { findPrincipal } from './principal.ts'
import { resolveOptions } from './options.ts'
import { assertNoErrors, logProblems, summarise } from './report.ts'
import { RUNTIME_ID, renderRuntime } from './runtime-template.ts'
import { bakedKeyProblems, devStateKey, isKeyInEnvironment, missingKeyProblem, stateKeyVariable, withStateKeys } from './state-key.ts'
import { HANDLER_ID, REGISTRY_ID, renderHandler, renderRegistry } from './templates.ts'
import { extendTypes } from './types.ts'
import { watchFolders } from './watch.ts'

const log = consola.withTag('nitro-mcp')

/** Adds the endpoint to one Nitro. */
export async function setup(nitro: Nitro, given: McpOptions): Promise<void> {
  // Also where there is no endpoint: routes that notify have to build all the same.
  nitro.options.virtual[RUNTIME_ID] ??= renderRuntime()
  // Nitro sets up every module a second time, for the server that only renders pages at build.
  if (nitro.options.preset === 'nitro-prerender') return
  if (HANDLER_ID in nitro.options.virtual) return log.warn('nitro-mcp is listed twice in the modules of this app; the first one counts.')
  const options = await resolveOptions(given, nitro.options.rootDir)
  // A stream that is billed, cut, or out of reach of the one who notifies is better not promised.
  if (!isLongLived(nitro.options.preset)) options.subscriptions ??= false
  extendTypes(nitro, options.route, majorOf(nitro))
  keepFromPrerender(nitro, options.route)
  if (nitro.options.static && !nitro.options.dev) {
    // At once: a site that fails while its pages are rendered would never come to the build.
    return log.warn(`A static site can't answer at ${joinRoute(nitro, options.route)}, so MCP is left out. Build for a server instead: \`nuxt build\`, or the preset of a server.`)
  }
  const problems = await mountEndpoint(nitro, options)
  const scan = () => scanDefinitions(nitro, options)
  if (nitro.options.dev) await serveInDev(nitro, options, scan, problems)
  else serveInBuild(nitro, options, scan, problems)
}

/** Everything but the registry. Gives what is wrong with the config. */
async function mountEndpoint(nitro: Nitro, options: ResolvedOptions): Promise<Problem[]> {
  const { buildDir, dev, runtimeConfig } = nitro.options
  const config = withStateKeys(runtimeConfig.mcp)
  runtimeConfig.mcp = config
  const variable = stateKeyVariable(runtimeConfig)
  const isKeySet = config.stateKey || isKeyInEnvironment(variable, process.env)
  const key = dev && !isKeySet ? await devStateKey(buildDir) : undefined
  if (key) log.info(`Sealing states with a key made for dev, kept in the build folder. In production, set ${variable}.`)
  const legacyInput = resolveLegacyInput(options.legacyInput, nitro.options.preset)
  nitro.options.virtual[HANDLER_ID] = renderHandler({ options: { ...options, legacyInput }, majorVersion: majorOf(nitro), stateKeyVariable: variable, dev, devStateKey: key })
  mountRoute(nitro, options.route)
  return bakedKeyProblems(config, variable)
}

async function serveInDev(nitro: Nitro, options: ResolvedOptions, scan: () => Promise<Scan>, configProblems: Problem[]): Promise<void> {
  let code = ''
  let runtime = ''
  let reported = ''
  const rescan = async () => {
    const { entries, principal, problems, busFile } = await scan()
    const next = renderRegistry(entries, principal)
    const nextRuntime = renderRuntime(busFile)
    const report = JSON.stringify(problems)
    if (report !== reported) logProblems(problems, log)
    if (next !== code) log.info(summarise(entries, joinRoute(nitro, options.route)))
    const isChanged = next !== code || nextRuntime !== runtime
    code = next
    runtime = nextRuntime
    reported = report
    return isChanged
  }
  logProblems(configProblems.map(problem => ({ ...problem, level: 'warn' })), log)
  nitro.options.virtual[REGISTRY_ID] = () => code
  nitro.options.virtual[RUNTIME_ID] = () => runtime
  // One after the other, and watched from before the first, so that no change falls in between.
  let scans: Promise<unknown> = Promise.resolve()
  const watcher = watchFolders(serverFolders(nitro).map(folder => join(folder, options.dir)), () => {
    scans = scans.then(rescan).then(isChanged => isChanged ? nitro.hooks.callHook('rollup:reload') : undefined).catch(error => log.error(error))
  })
  nitro.hooks.hook('close', () => watcher.close())
  await (scans = scans.then(rescan))
}

/** The scan waits for the build, so that `nuxt prepare` stays quick and quiet. */
function serveInBuild(nitro: Nitro, options: ResolvedOptions, scan: () => Promise<Scan>, configProblems: Problem[]): void {
  nitro.hooks.hook('build:before', async () => {
    const { entries, principal, problems, busFile } = await scan()
    const variable = stateKeyVariable(nitro.options.runtimeConfig)
    const missing = entries.length > 0 && !isKeyInEnvironment(variable, process.env) ? [missingKeyProblem(variable)] : []
    const all = [...configProblems, ...problems, ...missing]
    logProblems(all.filter(({ level }) => level !== 'error'), log)
    assertNoErrors(all)
    log.info(summarise(entries, joinRoute(nitro, options.route)))
    nitro.options.virtual[REGISTRY_ID] = renderRegistry(entries, principal)
    nitro.options.virtual[RUNTIME_ID] = renderRuntime(busFile)
  })
}

interface Scan extends Definitions {
  readonly busFile?: string
  readonly principal?: PrincipalFile
}

async function scanDefinitions(nitro: Nitro, { dir, principal: stated }: ResolvedOptions): Promise<Scan> {
  const { rootDir } = nitro.options
  const servers = serverFolders(nitro)
  const { files, strays, empty } = await discover(rootDir, servers.map(server => join(server, dir)))
  const { entries, problems } = resolveDefinitions(files)
  const bus = findBus(rootDir, strays)
  const found = await findPrincipal(rootDir, stated, bus.strays)
  return { entries, busFile: bus.busFile, principal: found.principal, problems: [...problems, ...found.problems, ...misspeltFolders(rootDir, servers, dir), ...nearMisses({ strays: found.strays, empty })] }
}

function majorOf(nitro: Nitro): number {
  return nitro.meta?.majorVersion ?? 2
}
