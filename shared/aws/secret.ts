import { Fault } from './errors.ts'
import { sendWithRetry } from './retry.ts'
import { type AwsJsonService, createJsonCaller, errorCodeIn, serviceEndpoint } from './signed-call.ts'

/* One call of one operation, made without the SDK's client, which would be a twentieth of every function's bundle. */

const service: AwsJsonService = {
  name: 'secretsmanager',
  target: 'secretsmanager',
  version: '1.1',
  variable: 'AWS_ENDPOINT_URL_SECRETS_MANAGER',
}

const values = new Map<string, Promise<string>>()
let calls: ReturnType<typeof createJsonCaller> | undefined

const read = async (name: string): Promise<string> => {
  calls ??= createJsonCaller(service, serviceEndpoint(service))
  const sign = calls
  const body = JSON.stringify({ SecretId: name })
  const answer = await sendWithRetry(nowMs => sign('GetSecretValue', body, nowMs))
  if (answer?.statusCode !== 200)
    throw new Fault(
      `A secret was not read: ${answer ? `${answer.statusCode} ${errorCodeIn(answer)}` : 'no answer'}`,
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
