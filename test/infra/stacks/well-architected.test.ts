import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, it } from 'vitest'
import { stages } from '../../../infra/stages.ts'
import { appOf } from '../../../infra/synthesise.ts'
import { withReaders } from '../../support/with-readers.ts'
import { emptyBundles, scratchFolder } from '../synthesised.ts'
import { type AcceptedFinding, acceptedFindings } from './accepted-findings.ts'

interface Report {
  readonly pluginReports: readonly {
    readonly violations: readonly {
      readonly ruleName: string
      readonly violatingConstructs: readonly { readonly constructPath: string }[]
    }[]
  }[]
}

interface Finding {
  readonly rule: string
  /** The construct's path below its stack. */
  readonly path: string
}

/** What AwsSolutions and CloudFormation's schemas have against the templates of prod. */
const findings = (): Finding[] => {
  const outdir = scratchFolder('checked')
  const app = appOf(withReaders(stages.prod), outdir, { bundles: emptyBundles(), isChecked: true })
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  // Findings fail the synthesis; the report says which.
  expect(() => app.synth()).toThrow('validation-report.json')
  const report: Report = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8'))
  return report.pluginReports.flatMap(({ violations }) =>
    violations.flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => ({
        rule: ruleName,
        path: constructPath.split('/').slice(1).join('/'),
      })),
    ),
  )
}

const covers = (accepted: AcceptedFinding, { rule, path }: Finding) =>
  accepted.rule.test(rule) && accepted.where.test(path)

describe('the templates of prod', () => {
  const found = findings()

  it('satisfy the rules of AwsSolutions, but for what is accepted', () => {
    expect(found.filter(each => !acceptedFindings.some(accepted => covers(accepted, each)))).toEqual([])
  })

  it('need every acceptance there is, and each says why', () => {
    for (const accepted of acceptedFindings) {
      expect(
        found.some(each => covers(accepted, each)),
        `${accepted.rule}`,
      ).toBe(true)
      expect(accepted.reason).toMatch(/^[A-Z].{30,}\.$/)
    }
  })
})
