/** `npm test`: from a clean clone to the verdict, in one command. Imports nothing that npm installs. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { ensureBuilt, ensureInstalled, root, SetupError } from './setup.mjs'

const started = Date.now()
/** The installed tools first, Node 24 among them where the machine's is older. */
const env = { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) }

try {
  await ensureInstalled()
  await ensureBuilt()
}
catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(error.message)
  report(0, 1)
}

const args = process.argv.slice(2)
// Who asks for a part of the tests does not wait for the types of the rest.
const typeErrors = args.length > 0 ? 0 : await typecheck(['src/core', '.'])
const { passed, failed } = await runTests(args)
report(passed, failed + typeErrors)

/** Core once more on its own: its configuration knows no Node, so that none of it compiles. Gives the number of projects that fail. */
async function typecheck(projects) {
  let failures = 0
  for (const project of projects) {
    const code = await run('tsc', ['--noEmit', '-p', project])
    console.log(`Types of ${project === '.' ? 'everything' : project}: ${code === 0 ? 'good' : 'wrong'}`)
    if (code !== 0) failures++
  }
  return failures
}

async function runTests(args) {
  const folder = mkdtempSync(join(tmpdir(), 'nitro-mcp-test-'))
  const output = join(folder, 'report.json')
  try {
    const code = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${output}`, ...args])
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(output, 'utf8'))
    // A file that does not load, or an error outside any test, fails the run without a failed test.
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
  }
  catch (error) {
    console.error(`vitest left no report: ${error.message}`)
    return { passed: 0, failed: 1 }
  }
  finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(command, args) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' })
    child.on('error', fail)
    child.on('close', code => done(code ?? 1))
  })
}

/** The last line is for machines: `.ci/run` reads it. */
function report(passed, failed) {
  console.log(`\nTook ${((Date.now() - started) / 1000).toFixed(0)} s`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}
