import { setTimeout as sleep } from 'node:timers/promises'
import { openCalls, placeOf, type Service, wordIn } from './call.ts'
import { Fault } from './fault.ts'
import { type Answer, transport } from './transport.ts'

/* One call of one operation, made without the SDK's client, which would be a twentieth of every function's bundle. */

const service: Service = {
  name: 'secretsmanager',
  target: 'secretsmanager',
  version: '1.1',
  variable: 'AWS_ENDPOINT_URL_SECRETS_MANAGER',
}

/** The waits before an attempt is made again, in milliseconds, each spread by half. */
const waitsMs = [50, 200]

const values = new Map<string, Promise<string>>()
let calls: ReturnType<typeof openCalls> | undefined

const ask = async (name: string): Promise<Answer | undefined> => {
  calls ??= openCalls(service, placeOf(service))
  const request = calls('GetSecretValue', JSON.stringify({ SecretId: name }), Date.now())
  return transport()
    .handle(request)
    .then(
      ({ response }) => response,
      () => undefined,
    )
}

/** Whether the same call can succeed a moment later: no answer, trouble at the other end, or too many calls. */
const mayHelp = (answer: Answer | undefined): boolean =>
  !answer || answer.statusCode >= 500 || /Throttling|TooManyRequests/.test(answer.body.toString())

const askUntilAnswered = async (name: string): Promise<Answer | undefined> => {
  for (const waitMs of waitsMs) {
    const answer = await ask(name)
    if (!mayHelp(answer)) return answer
    await sleep(waitMs * (0.5 + Math.random()))
  }
  return ask(name)
}

const read = async (name: string): Promise<string> => {
  const answer = await askUntilAnswered(name)
  if (answer?.statusCode !== 200)
    throw new Fault(
      `A secret was not read: ${answer ? `${answer.statusCode} ${wordIn(answer)}` : 'no answer'}`,
    )
  const { SecretString } = JSON.parse(answer.body.toString()) as { readonly SecretString?: string }
  if (!SecretString) throw new Fault('A secret of this stage is empty')
  return SecretString
}

/** The text of the secret of this name, read once per container and again after a failure. */
export const secret = (name: string): Promise<string> => {
  const known = values.get(name)
  if (known) return known
  const value = read(name)
  value.catch(() => values.delete(name))
  values.set(name, value)
  return value
}
