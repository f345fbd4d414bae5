import type { CloudFormationClient } from '@aws-sdk/client-cloudformation'

/* What a service said to a call, in its own words: of what is no JSON, and of a code that it does not know, AWS's clients say `UnknownError`. */

interface CallError extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number }
  /** `Lambda GetAccountSettings` */
  asked?: string
  said?: string
}

interface Answered {
  body?: unknown
}

const collect = async (body: unknown): Promise<Uint8Array> => {
  if (body instanceof Uint8Array) return body
  const chunks: Uint8Array[] = []
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const mostCharacters = 200

const onOneLine = (body: Uint8Array): string =>
  Buffer.from(body).toString().replaceAll(/\s+/g, ' ').trim().slice(0, mostCharacters)

/** A client whose errors say what was asked of which service, and what it said. */
export const wordily = <Client extends object>(client: Client): Client => {
  // All of AWS's clients have one kind of stack; their types differ in what they may be asked.
  const { middlewareStack } = client as unknown as CloudFormationClient
  middlewareStack.add(
    next => async args => {
      const result = await next(args)
      const response = result.response as Answered
      response.body = await collect(response.body)
      return result
    },
    // Nearest to the wire, where the body is not read yet.
    { step: 'deserialize', priority: 'low', name: 'readBody' },
  )
  middlewareStack.add(
    (next, { clientName = '', commandName = '' }) =>
      async args => {
        try {
          return await next(args)
        } catch (error) {
          const failed = error as CallError & { readonly $response?: Answered }
          const body = failed.$response?.body
          failed.asked = `${clientName.replace(/Client$/, '')} ${commandName.replace(/Command$/, '')}`
          failed.said = body instanceof Uint8Array ? onOneLine(body) : ''
          throw failed
        }
      },
    { step: 'initialize', name: 'nameCall' },
  )
  return client
}

/** Whether AWS's client could name it: it could not where the answer is no JSON, or empty. */
const hasName = ({ name }: Error): boolean => !/^(Unknown|UnknownError|SyntaxError|Error)$/.test(name)

/** Services that speak JSON refuse with 400, the others with 403; HEAD has no words to refuse in. */
export const isDenied = (error: CallError): boolean => {
  const { name, $metadata, said } = error
  if (/^(AccessDenied|AuthorizationError|NotAuthorized)/.test(name)) return true
  return $metadata?.httpStatusCode === 403 && (hasName(error) || !said)
}

export const wasAnswered = ({ $metadata }: CallError): boolean => $metadata?.httpStatusCode !== undefined

/** Without a status the service was not reached. */
export const describeAnswer = (error: CallError): string => {
  const { name, message, asked = 'AWS', said, $metadata } = error
  const status = $metadata?.httpStatusCode
  if (status === undefined) return `${asked} was not reached: ${message}`
  if (hasName(error)) return `${asked} answered ${status}, ${name}: ${message}`
  return said ? `${asked} answered ${status}: ${said}` : `${asked} answered ${status} without a word`
}
