/*
 * Stands in a function's place in the assembly: passes events on to `container.ts` in a process of its own, and writes
 * down what they took. However the emulator runs functions, it does not matter to the measurement.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answered, Work } from './container.ts'
import type { Invocation } from './metering.ts'

interface Context {
  readonly awsRequestId: string
  readonly functionName: string
  readonly memoryLimitInMB: string
}

const child = fork(join(__dirname, 'container.cjs'), {
  env: process.env,
  execArgv: [],
  stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
})
child.stdout?.pipe(process.stdout)
child.stderr?.pipe(process.stderr)

type Answer = { readonly body?: string; readonly isBase64Encoded?: boolean } | null | undefined

const bytesOf = (answer: unknown): number => {
  const { body = '', isBase64Encoded } = (answer as Answer) ?? {}
  return Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8')
}

export const handler = async (event: unknown, context: Context): Promise<unknown> => {
  const { awsRequestId, functionName, memoryLimitInMB } = context
  child.send({ event, context: { awsRequestId } } satisfies Work)
  const [answered] = (await once(child, 'message')) as [Answered]
  const answer = 'answer' in answered ? answered.answer : undefined
  const invocation: Invocation = {
    functionName,
    memoryMb: Number(memoryLimitInMB),
    answerBytes: bytesOf(answer),
    ...answered.spent,
  }
  appendFileSync(join(__dirname, '..', 'invocations.jsonl'), `${JSON.stringify(invocation)}\n`)
  if ('error' in answered) throw Object.assign(new Error(answered.error.message), answered.error)
  return answer
}
