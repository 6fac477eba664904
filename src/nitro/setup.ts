import type { Nitro } from 'nitropack/types'
import type { Definitions, Problem } from './definitions.ts'
import type { McpOptions, ResolvedOptions } from './options.ts'
import { consola } from 'consola'
import { join } from 'pathe'
import { joinRoute, keepFromPrerender, mountRoute } from './mount.ts'
import { resolveDefinitions } from './definitions.ts'
import { discover } from './discover.ts'
import { resolveLegacyInput } from './legacy-input.ts'
import { misspeltFolders, serverFolders } from './folders.ts'
import { nearMisses } from './near-misses.ts'
import { resolveOptions } from './options.ts'
import { assertNoErrors, logProblems, summarise } from './report.ts'
import { bakedKeyProblems, devStateKey, isKeyInEnvironment, missingKeyProblem, stateKeyVariable, withStateKeys } from './state-key.ts'
import { HANDLER_ID, REGISTRY_ID, renderHandler, renderRegistry } from './templates.ts'
import { extendTypes } from './types.ts'
import { watchFolders } from './watch.ts'

const log = consola.withTag('nitro-mcp')

/** Adds the endpoint to one Nitro. */
export async function setup(nitro: Nitro, given: McpOptions): Promise<void> {
  // Nitro sets up every module a second time, for the server that only renders pages at build.
  if (nitro.options.preset === 'nitro-prerender') return
  if (HANDLER_ID in nitro.options.virtual) return log.warn('nitro-mcp is listed twice in the modules of this app; the first one counts.')
  const options = await resolveOptions(given, nitro.options.rootDir)
  extendTypes(nitro, options.route, majorOf(nitro))
  keepFromPrerender(nitro, options.route)
  if (nitro.options.static && !nitro.options.dev) {
    nitro.hooks.hook('build:before', () => log.warn(`A static site can't answer at ${options.route}, so MCP is left out. Build a server instead, with \`nuxt build\` or a server preset.`))
    return
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

async function serveInDev(nitro: Nitro, options: ResolvedOptions, scan: () => Promise<Definitions>, configProblems: Problem[]): Promise<void> {
  let code = ''
  let reported = ''
  const rescan = async () => {
    const { entries, problems } = await scan()
    const next = renderRegistry(entries)
    const report = JSON.stringify(problems)
    if (report !== reported) logProblems(problems, log)
    if (next !== code) log.info(summarise(entries, joinRoute(nitro, options.route)))
    const isChanged = next !== code
    code = next
    reported = report
    return isChanged
  }
  logProblems(configProblems.map(problem => ({ ...problem, level: 'warn' })), log)
  await rescan()
  nitro.options.virtual[REGISTRY_ID] = () => code
  let queue = Promise.resolve()
  const watcher = watchFolders(serverFolders(nitro).map(folder => join(folder, options.dir)), () => {
    queue = queue.then(rescan).then(isChanged => isChanged ? nitro.hooks.callHook('rollup:reload') : undefined).catch(error => log.error(error))
  })
  nitro.hooks.hook('close', () => watcher.close())
}

/** The scan waits for the build, so that `nuxt prepare` stays quick and quiet. */
function serveInBuild(nitro: Nitro, options: ResolvedOptions, scan: () => Promise<Definitions>, configProblems: Problem[]): void {
  nitro.hooks.hook('build:before', async () => {
    const { entries, problems } = await scan()
    const variable = stateKeyVariable(nitro.options.runtimeConfig)
    const missing = entries.length > 0 && !isKeyInEnvironment(variable, process.env) ? [missingKeyProblem(variable)] : []
    assertNoErrors([...configProblems, ...problems])
    logProblems([...problems, ...missing], log)
    log.info(summarise(entries, joinRoute(nitro, options.route)))
    nitro.options.virtual[REGISTRY_ID] = renderRegistry(entries)
  })
}

async function scanDefinitions(nitro: Nitro, { dir }: ResolvedOptions): Promise<Definitions> {
  const { rootDir } = nitro.options
  const servers = serverFolders(nitro)
  const { files, strays, empty } = await discover(rootDir, servers.map(server => join(server, dir)))
  const { entries, problems } = resolveDefinitions(files)
  return { entries, problems: [...problems, ...misspeltFolders(rootDir, servers, dir), ...nearMisses({ strays, empty })] }
}

function majorOf(nitro: Nitro): number {
  return nitro.meta?.majorVersion ?? 2
}
