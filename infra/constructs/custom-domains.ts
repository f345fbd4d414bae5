import { CfnOutput } from 'aws-cdk-lib'
import { CfnApiMapping, CfnDomainName } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Construct } from 'constructs'
import { type Domain, isDomain, type Stage } from '../stages.ts'
import { toConstructId } from './context.ts'

const serve = (scope: Construct, apiId: string, { domain, certificateArn }: Domain) => {
  const id = toConstructId(domain)
  const { ref, attrRegionalDomainName } = new CfnDomainName(scope, `Domain${id}`, {
    domainName: domain,
    domainNameConfigurations: [{ certificateArn, endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2' }],
  })
  new CfnApiMapping(scope, `Mapping${id}`, { apiId, domainName: ref, stage: '$default' })
  // Where the domain's own CNAME has to lead: its owner alone can set that.
  new CfnOutput(scope, `Target${id}`, { value: attrRegionalDomainName, description: `CNAME of ${domain}` })
}

/** The stage's domains, each once, however many of its hosts it is. */
export const customDomains = (scope: Construct, { hosts }: Stage, apiId: string): void => {
  const domains = new Map(
    Object.values(hosts)
      .filter(isDomain)
      .map(host => [host.domain, host]),
  )
  for (const domain of domains.values()) serve(scope, apiId, domain)
}
