import { openPathCalls, placeOf, type SignedService } from './call.ts'
import { Busy, Fault } from './fault.ts'
import { type Answer, openTransport, type Transport } from './transport.ts'

/** A function that is waited for has so long, in milliseconds: its caller has 25 s. */
const answerMs = 22_000

let known: Transport | undefined
const transport = (): Transport => {
  known ??= openTransport({ connectMs: 3100, answerMs })
  return known
}

const service: SignedService = { name: 'lambda', variable: 'AWS_ENDPOINT_URL_LAMBDA' }

let calls: ReturnType<typeof openPathCalls> | undefined

const send = async (name: string, body: string): Promise<Answer> => {
  calls ??= openPathCalls(service, placeOf(service))
  const sent = calls(`/2015-03-31/functions/${name}/invocations`, body, Date.now())
  return (await transport().handle(sent)).response
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
