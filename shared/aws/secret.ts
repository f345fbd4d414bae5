import { sendAgain } from './again.ts'
import { openCalls, placeOf, type Service, wordIn } from './call.ts'
import { Fault } from './fault.ts'

/* One call of one operation, made without the SDK's client, which would be a twentieth of every function's bundle. */

const service: Service = {
  name: 'secretsmanager',
  target: 'secretsmanager',
  version: '1.1',
  variable: 'AWS_ENDPOINT_URL_SECRETS_MANAGER',
}

const values = new Map<string, Promise<string>>()
let calls: ReturnType<typeof openCalls> | undefined

const read = async (name: string): Promise<string> => {
  calls ??= openCalls(service, placeOf(service))
  const sign = calls
  const body = JSON.stringify({ SecretId: name })
  const answer = await sendAgain(nowMs => sign('GetSecretValue', body, nowMs))
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
