import type { Problem } from './definitions.ts'
import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'pathe'

/** Never filled at build: what is in here is written into the server bundle. The environment of the running server overrides it. */
export interface McpRuntimeConfig {
  stateKey: string
  previousStateKeys: string
}

/** Declares the keys, as the environment can only override what is declared. Keeps what the app states in `runtimeConfig.mcp`. */
export function withStateKeys(stated: Partial<McpRuntimeConfig> | undefined): McpRuntimeConfig {
  // An undefined one counts as not declared: `stateKey: process.env.X` must not hide the variable of the running server.
  return { ...stated, stateKey: stated?.stateKey ?? '', previousStateKeys: stated?.previousStateKeys ?? '' }
}

/** The environment variable to name in messages: `NUXT_MCP_STATE_KEY` in Nuxt, `NITRO_MCP_STATE_KEY` in Nitro alone. */
export function stateKeyVariable(runtimeConfig: { nitro?: { envPrefix?: string } }): string {
  return `${runtimeConfig.nitro?.envPrefix || 'NITRO_'}MCP_STATE_KEY`
}

/** Nitro reads its own prefix as well as the framework's. */
export function isKeyInEnvironment(variable: string, env: NodeJS.ProcessEnv): boolean {
  return Boolean(env[variable] || env.NITRO_MCP_STATE_KEY)
}

/** A key in the config would be readable in every copy of the build, and a rotation would need a new one. */
export function bakedKeyProblems({ stateKey, previousStateKeys }: McpRuntimeConfig, variable: string): Problem[] {
  const baked = [
    ...stateKey ? [['stateKey', variable]] : [],
    ...previousStateKeys && previousStateKeys.length > 0 ? [['previousStateKeys', variable.replace(/STATE_KEY$/, 'PREVIOUS_STATE_KEYS')]] : [],
  ]
  return baked.map(([option, name]) => ({
    level: 'error',
    message: `runtimeConfig.mcp.${option} has a value at build, so the secret would be written into the server bundle. Take it out of the config, also where it reads process.env, and set ${name} where the server runs.`,
  }))
}

export function missingKeyProblem(variable: string): Problem {
  return { level: 'warn', message: `${variable} is not set. Set it where the server runs, to at least 32 random bytes and the same on every instance (openssl rand -base64 32), or tools that seal a state will fail.` }
}

/** Where the key for dev is kept: Nuxt clears its build folder but for `cache`. */
export function devKeyFile(buildDir: string): string {
  return join(buildDir, 'cache/nitro-mcp/state-key')
}

/** The key for dev, made on the first start. Kept, so that a restart does not break off the rounds that are under way. */
export async function devStateKey(buildDir: string): Promise<string> {
  const file = devKeyFile(buildDir)
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (Buffer.from(kept, 'base64url').length === 32) return kept
  const key = randomBytes(32).toString('base64url')
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, key, { mode: 0o600 })
  // The mode above is only for a new file.
  await chmod(file, 0o600)
  return key
}
