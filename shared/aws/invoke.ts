import { BusyError, Fault } from './errors.ts'
import { services } from './services.ts'
import { createRestCaller, serviceEndpoint } from './signed-call.ts'
import { createTransport, type HttpResponse, type Transport } from './transport.ts'

/*
 * By hand: the SDK's client would add 114 KB and 18 ms of CPU at a cold start to three functions (`api/addresses/pro`: 286 KB
 * and 63 ms), and one of them takes an order.
 */

/** Below the 25 s of the caller. */
const answerMs = 22_000

let known: Transport | undefined
const transport = (): Transport => {
  known ??= createTransport(services.lambda.repeat, { connectMs: 3100, answerMs })
  return known
}

const send = async (name: string, body: string): Promise<HttpResponse> => {
  const calls = createRestCaller(services.lambda, serviceEndpoint(services.lambda))
  const sent = calls(`/2015-03-31/functions/${name}/invocations`, body, Date.now())
  return (await transport().handle(sent)).response
}

const reached = async (name: string, body: string): Promise<HttpResponse> => {
  try {
    return await send(name, body)
  } catch {
    throw new BusyError('A function could not be reached, or took too long')
  }
}

/** Invokes a function synchronously (https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html). @throws BusyError when it was not reached, too slow or throttled; Fault when it failed */
export const invokeFunction = async <Result>(name: string, input: object): Promise<Result> => {
  const { statusCode, headers, body } = await reached(name, JSON.stringify(input))
  if (statusCode === 429 || statusCode >= 500) throw new BusyError(`A function was not run: ${statusCode}`)
  if (statusCode !== 200) throw new Fault(`A function may not be run: ${statusCode}`)
  if (headers['x-amz-function-error']) throw new Fault('A function failed')
  return JSON.parse(body.toString()) as Result
}
