import type { APIGatewayProxyEventV2 } from 'aws-lambda'

/**
 * Where a caller found us: the host that it asked, whichever name leads there. API Gateway sets both parts itself; on a
 * laptop the host is the caller's word, so that nothing but a host is taken for one.
 */
export const requestOrigin = ({
  headers,
  requestContext: { domainName },
}: Pick<APIGatewayProxyEventV2, 'headers' | 'requestContext'>): string => {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
  return `${scheme}://${/^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(domainName) ? domainName : 'localhost'}`
}
