/** What of an HTTP API's parts this region cannot honour. */
import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import { text } from '../json.ts'
import { corsProblems } from './cors.ts'

export const httpApiProblems = ({ type, properties }: HostedResource): string[] => {
  const expect = (name: string, allowed: string): string[] =>
    properties[name] === allowed ? [] : [`${name} ${text(properties[name])} is not supported`]
  if (type.endsWith('Api'))
    return [...expect('ProtocolType', 'HTTP'), ...corsProblems(properties.CorsConfiguration)]
  if (type.endsWith('Stage')) return expect('StageName', '$default')
  if (type.endsWith('Integration'))
    return [...expect('IntegrationType', 'AWS_PROXY'), ...expect('PayloadFormatVersion', '2.0')]
  const isGreedy = text(properties.RouteKey)?.includes('+}') === true
  return isGreedy ? ['a path parameter that takes several segments is not supported'] : []
}
