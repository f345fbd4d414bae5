import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { openReceiver } from '../support/receiver.ts'

const scratch = mkdtempSync(join(tmpdir(), 'loopback-only-'))
const noted = join(scratch, 'noted.txt')
const guard = join(import.meta.dirname, 'loopback-only.cjs')
const run = promisify(execFile)

/** Runs a program as a rehearsal runs its functions; what it fails with is printed. */
const printed = async (program: string): Promise<string> => {
  const caught = `(async () => { ${program} })().then(() => 'reached', error => error.cause?.message ?? error.message).then(console.log)`
  const env = { NODE_OPTIONS: `--require "${guard}"`, BEYOND_LOOPBACK: noted }
  return (await run(process.execPath, ['-e', caught], { env })).stdout.trim()
}

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

// Addresses of documentation (RFC 5737, RFC 3849) and names that nobody can have (RFC 2606).
describe('a process of a rehearsal', () => {
  it('calls this machine by name and by address, and nothing is noted', async () => {
    await using receiver = await openReceiver()
    const { port } = new URL(receiver.url)
    expect(
      await printed(`await fetch('http://localhost:${port}'); await fetch('http://127.0.0.1:${port}')`),
    ).toBe('reached')
    expect(existsSync(noted)).toBe(false)
  })

  it.each([
    ['192.0.2.1', "await fetch('http://192.0.2.1')"],
    ['2001:db8::1', "await fetch('https://[2001:db8::1]')"],
    ['service.example', "await fetch('https://service.example')"],
    ['one.example', "await require('node:dns/promises').lookup('one.example')"],
    ['two.example', "await new (require('node:dns').promises.Resolver)().resolve4('two.example')"],
    [
      'three.example',
      "await new Promise((done, fail) => require('node:net').connect(443, 'three.example', done).on('error', fail))",
    ],
  ])('reaches nobody at %s, and that it tried is noted', async (host, program) => {
    expect(await printed(program)).toBe(`a rehearsal stays on this machine: ${host}`)
    expect(readFileSync(noted, 'utf8')).toContain(`: ${host}\n`)
  })
})
