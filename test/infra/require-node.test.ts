import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const required = '--import ./infra/require-node.mjs'

/** Loads it in a Node that says that it is this one. */
const runAs = async (version: string) => {
  const pretend = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '${version}' })`
  const words = ['--import', pretend, ...required.split(' '), '--eval', 'console.log("runs")']
  return promisify(execFile)(process.execPath, words, { cwd: root })
}

it.each(['20.20.2', '23.11.1'])('says plainly that Node %s is too old', async version => {
  await expect(runAs(version)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr:
      `This needs Node 24 or later, and found Node ${version}. npm ci brings one, which is missing here or cannot run, ` +
      'as on musl or NixOS. Put Node 24 or later on the PATH.\n',
  })
})

it.each(['24.0.0', '26.1.0'])('lets Node %s run', async version => {
  expect(await runAs(version)).toEqual({ stdout: 'runs\n', stderr: '' })
})

it('is asked before each program that npm or CDK runs', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { app } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'))
  const programs = Object.entries<string>({ ...scripts, app }).filter(([, command]) =>
    command.includes('.ts'),
  )
  const unasked = programs.filter(
    ([, command]) => !command.includes(required) && !command.startsWith('vitest '),
  )
  expect(unasked).toEqual([])
})
