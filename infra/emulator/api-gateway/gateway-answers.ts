/**
 * What API Gateway answers in the service's place, as `{"message": …}` in JSON: without a code, and without
 * `x-request-id`. Its guide names the statuses and no bodies; these are as HTTP APIs are known to answer.
 */
export const gatewayAnswers = {
  400: {
    message: 'Bad Request',
    when: 'The request is not valid HTTP.',
    whatToDo: 'Mend the request. A repeat ends in the same way.',
  },
  404: {
    message: 'Not Found',
    when: 'No stage has this address: its host or its first part is wrong, or the stage was removed.',
    whatToDo:
      'Compare the address with the one that you were given. The response says nothing about a record.',
  },
  413: {
    message: 'Request Entity Too Large',
    when: 'The body is larger than the gateway (10 MB) or a function (6 MB) takes.',
    whatToDo: 'Send less. A repeat ends in the same way.',
  },
  429: {
    message: 'Too Many Requests',
    when: 'All callers together sent more requests in a second than the stage or its account accepts. The service did nothing.',
    whatToDo: 'Repeat it after a second, then two, four, up to a minute, with jitter.',
  },
  500: {
    message: 'Internal Server Error',
    when: 'The gateway did not get its function to answer.',
    whatToDo: 'Repeat it as a 429, a POST with the same Idempotency-Key: it may have been done.',
  },
  503: {
    message: 'Service Unavailable',
    when: 'No copy of the function was free, or it had no answer in 30 seconds.',
    whatToDo: 'Repeat it as a 429, a POST with the same Idempotency-Key: it may have been done.',
  },
} as const
export type GatewayStatus = keyof typeof gatewayAnswers
