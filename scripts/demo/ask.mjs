import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { describeField, parseField } from './field.mjs'
import { indent } from './print.mjs'

/** What the scripted user says, by the name of the field; any other field gets its default. */
const script = { rider: 'Ada Marsh', kind: 'touring', from: '2027-06-12', days: 3, ok: true }

/** Gives a function that answers an embedded `elicitation/create`: by the person at the terminal, or from the script. */
export function ask(person, onQuit) {
  return async ({ method, params }) => {
    if (method !== 'elicitation/create' || params.mode === 'url') throw new Error(`The demo cannot answer ${method} (${params.mode ?? 'no mode'}).`)
    console.log(indent(`The tool asks: ${params.message}\n`))
    return person ? askPerson(params.requestedSchema, onQuit) : answerFromScript(params.requestedSchema)
  }
}

function answerFromScript({ properties, required = [] }) {
  const content = {}
  for (const [name, schema] of Object.entries(properties)) {
    const value = script[name] ?? schema.default
    if (value === undefined && required.includes(name)) throw new Error(`The script has no answer for the field "${name}".`)
    if (value === undefined) continue
    content[name] = value
    console.log(indent(`${describeField(name, schema, true)}: ${value}`, '    '))
  }
  return { action: 'accept', content }
}

async function askPerson({ properties, required = [] }, onQuit) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // readline takes Ctrl-C and Ctrl-D for itself: here the one ends the demo, so no answer follows, and the other dismisses the form.
  const dismissed = new Promise((done) => {
    const dismiss = () => done({ action: 'cancel' })
    terminal.once('close', dismiss)
    terminal.once('SIGINT', () => {
      terminal.off('close', dismiss)
      terminal.close()
      onQuit()
    })
  })
  console.log(indent('Enter takes the default, "-" declines, Ctrl-D dismisses the question.', '    '))
  const answer = await Promise.race([fillIn(terminal, properties, required), dismissed])
  terminal.close()
  if (answer.action !== 'accept') console.log(indent(`\n(the client replies: ${answer.action})`, '    '))
  return answer
}

async function fillIn(terminal, properties, required) {
  const content = {}
  for (const [name, schema] of Object.entries(properties)) {
    for (;;) {
      const text = (await terminal.question(`    ${describeField(name, schema, required.includes(name))}: `)).trim()
      if (text === '-') return { action: 'decline' }
      const { value, problem } = parseField(text, schema, required.includes(name))
      if (!problem) {
        if (value !== undefined) content[name] = value
        break
      }
      console.log(`      ${problem}`)
    }
  }
  return { action: 'accept', content }
}
