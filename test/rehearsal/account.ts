/** What a service answers to a call. */
export interface Answer {
  readonly isOk: boolean
  /** JSON or XML, as the service speaks. */
  readonly text: string
}

/** It reads which service is meant, and never whether the signature is right. */
export const signedFor = (service: string): Readonly<Record<string, string>> => ({
  authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=none`,
})

const post = async (
  endpoint: string,
  headers: Readonly<Record<string, string>>,
  body: string | URLSearchParams,
): Promise<Answer> => {
  const response = await fetch(endpoint, { method: 'POST', headers, body })
  return { isOk: response.ok, text: await response.text() }
}

/** A call of a service that speaks JSON: `AWSStepFunctions.StopExecution` of `states`. */
export const callJson = (endpoint: string, service: string, target: string, input: object): Promise<Answer> =>
  post(
    endpoint,
    { ...signedFor(service), 'x-amz-target': target, 'content-type': 'application/x-amz-json-1.0' },
    JSON.stringify(input),
  )

/** A call of a service that is asked in forms. */
export const callForm = (
  endpoint: string,
  service: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Answer> => post(endpoint, signedFor(service), new URLSearchParams(parameters))
