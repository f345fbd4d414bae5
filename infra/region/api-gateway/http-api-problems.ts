/** What of an HTTP API's parts this region cannot honour. */
import type { HostedResource } from '../cloudformation/hosted-resource.ts'
import { text } from '../json.ts'

export const httpApiProblems = ({ type, properties }: HostedResource): string[] => {
  const expect = (name: string, allowed: string[]): string[] => {
    const value = text(properties[name])
    return value === undefined || allowed.includes(value) ? [] : [`${name} ${value} is not supported`]
  }
  if (type.endsWith('Api')) return expect('ProtocolType', ['HTTP'])
  if (type.endsWith('Route')) return expect('AuthorizationType', ['NONE'])
  if (type.endsWith('Stage')) return expect('StageName', ['$default'])
  return [...expect('IntegrationType', ['AWS_PROXY']), ...expect('PayloadFormatVersion', ['2.0'])]
}
