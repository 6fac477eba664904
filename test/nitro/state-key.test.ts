import { stat } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { bakedKeyProblems, devKeyFile, devStateKey, isKeyInEnvironment, missingKeyProblem, stateKeyVariable, withStateKeys } from '../../src/nitro/state-key.ts'
import { createApp } from './helpers/app.ts'

const config = (envPrefix?: string) => ({ nitro: { envPrefix } })

it('declares the keys and keeps what the app has', () => {
  expect(withStateKeys(undefined)).toEqual({ stateKey: '', previousStateKeys: '' })
  const stated = { stateKey: 'x', other: 1 }
  expect(withStateKeys(stated)).toEqual({ stateKey: 'x', previousStateKeys: '', other: 1 })
  expect(withStateKeys({ stateKey: undefined })).toEqual({ stateKey: '', previousStateKeys: '' })
})

it('names the variable by the prefix of the host', () => {
  expect(stateKeyVariable(config())).toBe('NITRO_MCP_STATE_KEY')
  expect(stateKeyVariable(config('NUXT_'))).toBe('NUXT_MCP_STATE_KEY')
})

it('looks for the variable of either prefix', () => {
  expect(isKeyInEnvironment('NUXT_MCP_STATE_KEY', { NUXT_MCP_STATE_KEY: 'x' })).toBe(true)
  expect(isKeyInEnvironment('NUXT_MCP_STATE_KEY', { NITRO_MCP_STATE_KEY: 'x' })).toBe(true)
  expect(isKeyInEnvironment('NUXT_MCP_STATE_KEY', { NUXT_MCP_STATE_KEY: '' })).toBe(false)
})

it('refuses keys in the config without repeating them', () => {
  const problems = bakedKeyProblems({ stateKey: 'hush-hush', previousStateKeys: 'old-hush' }, 'NUXT_MCP_STATE_KEY')
  expect(problems).toEqual([
    { level: 'error', message: 'runtimeConfig.mcp.stateKey has a value at build, so the secret would be written into the server bundle. Take it out of the config, also where it reads process.env, and set NUXT_MCP_STATE_KEY where the server runs.' },
    { level: 'error', message: 'runtimeConfig.mcp.previousStateKeys has a value at build, so the secret would be written into the server bundle. Take it out of the config, also where it reads process.env, and set NUXT_MCP_PREVIOUS_STATE_KEYS where the server runs.' },
  ])
  expect(bakedKeyProblems({ stateKey: '', previousStateKeys: '' }, 'X')).toEqual([])
})

it('names the variable that is missing', () => {
  expect(missingKeyProblem('NITRO_MCP_STATE_KEY').message).toMatch(/^NITRO_MCP_STATE_KEY is not set\. /)
})

describe('the key for dev', () => {
  it('is 32 random bytes, kept for the next start where only the user can read it', async () => {
    await using app = await createApp({})
    const key = await devStateKey(app.dir)
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(await devStateKey(app.dir)).toBe(key)
    expect((await stat(devKeyFile(app.dir))).mode & 0o777).toBe(0o600)
    await using other = await createApp({})
    expect(await devStateKey(other.dir)).not.toBe(key)
  })

  it('is made again when the file is damaged', async () => {
    await using app = await createApp({ 'cache/nitro-mcp/state-key': 'short' })
    expect(await devStateKey(app.dir)).toMatch(/^[\w-]{43}$/)
    expect((await stat(devKeyFile(app.dir))).mode & 0o777).toBe(0o600)
  })
})
