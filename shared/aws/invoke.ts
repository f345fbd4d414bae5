import { credentials } from './credentials.ts'
import { Busy, Fault } from './fault.ts'
import { openSigner } from './signature.ts'
import { type Answer, openTransport, type Transport } from './transport.ts'

/** A function that is waited for has so long, in milliseconds: its caller has 25 s. */
const answerMs = 22_000

let known: Transport | undefined
const transport = (): Transport => {
  known ??= openTransport({ connectMs: 3100, answerMs })
  return known
}

const place = () => {
  const { AWS_REGION: region = 'us-east-1', AWS_ENDPOINT_URL } = process.env
  return { region, endpoint: new URL(AWS_ENDPOINT_URL ?? `https://lambda.${region}.amazonaws.com`) }
}

const send = async (name: string, body: string): Promise<Answer> => {
  const { region, endpoint } = place()
  const { protocol, hostname, port, host } = endpoint
  const path = `/2015-03-31/functions/${name}/invocations`
  const sign = openSigner(credentials(), { region, service: 'lambda' })
  const headers = {
    ...sign({ 'content-type': 'application/json', host }, body, Date.now(), path),
    'content-length': `${Buffer.byteLength(body)}`,
  }
  const { response } = await transport().handle({
    ...{ protocol, hostname, port, path, headers, body },
    method: 'POST',
  })
  return response
}

const reached = async (name: string, body: string): Promise<Answer> => {
  try {
    return await send(name, body)
  } catch {
    throw new Busy('A function could not be reached, or took too long')
  }
}

/**
 * Has another function do something, and waits for what it answers
 * (https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html).
 * @param name of letters, digits and dashes
 * @throws Busy when it could not be reached, was too slow, or too many asked for it; Fault when it failed
 */
export const invoke = async <Result>(name: string, input: object): Promise<Result> => {
  const { statusCode, headers, body } = await reached(name, JSON.stringify(input))
  if (statusCode === 429 || statusCode >= 500) throw new Busy(`A function was not run: ${statusCode}`)
  if (statusCode !== 200) throw new Fault(`A function may not be run: ${statusCode}`)
  if (headers['x-amz-function-error']) throw new Fault('A function failed')
  return JSON.parse(body.toString()) as Result
}
