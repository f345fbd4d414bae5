import { expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { run } from './local-process.ts'

const module = new URL('../../../infra/local/interrupt.ts', import.meta.url).href

/** A program that ends after this, whose clock goes on at SIGUSR2. */
const ending = (end: string) =>
  run('--input-type=module', [
    '-e',
    `import { endOnSignal } from '${module}'
     let nowMs = 0
     performance.now = () => nowMs
     process.on('SIGUSR2', () => {
       nowMs += 501
       console.log('later')
     })
     setInterval(() => {}, 1000)
     endOnSignal(${end})
     process.on('SIGINT', () => console.log('SIGINT'))
     console.log('waits')`,
  ])

it('takes the same Ctrl-C twice for one, as npm passes it on, and a later one for the end at once', async () => {
  await using program = ending("() => { console.log('ends'); return new Promise(() => {}) }")
  await eventually(() => program.output().includes('waits'))
  program.child.kill('SIGINT')
  await eventually(() => program.output().includes('ends\nSIGINT'))
  program.child.kill('SIGINT')
  // Of two signals that wait, the system may bring the later one first.
  await eventually(() => program.output().includes('SIGINT\nSIGINT'))
  program.child.kill('SIGUSR2')
  await eventually(() => program.output().includes('later'))
  expect(program.child.exitCode).toBe(null)
  program.child.kill('SIGINT')
  expect(await program.ended).toBe(130)
  expect(program.output()).toBe('waits\nends\nSIGINT\nSIGINT\nlater\n')
})

it.each([
  ['() => Promise.resolve()', 0],
  ["() => Promise.reject(new Error('stuck'))", 1],
])('ends after %s with %i', async (end, code) => {
  await using program = ending(end)
  await eventually(() => program.output().includes('waits'))
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(code)
})
