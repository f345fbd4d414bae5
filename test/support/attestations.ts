/** What an employer says, as an agent types it in; each call may change what it cares about. */
export const attestation = (changes: object = {}) => ({
  claim: 'workedHere',
  details: {
    employeeTitle: 'Accountant',
    employeeStartDate: '2019-02-01',
    employeeEndDate: '2024-06-30',
    employeeDepartment: 'Finance',
    employmentType: 'Full-Time',
    salaryRange: '100000-200000',
    compensationRate: 'Monthly',
    averageHours: '40',
    jobBenefits: 'Pension, Health insurance',
    rehire: 'yes',
    jobLeaveReason: 'Moved to Abuja',
    jobTermination: 'Voluntary',
    offence: 'None',
    supervisorName: 'Amina Bello',
    supervisorTitle: 'Head of Finance',
    supervisorPhone: '+2348030000001',
    supervisorEmail: 'amina@zenithworks.example',
    employerConsented: 'yes',
  },
  employer: {
    companyAddress: '4 Marina, Lagos',
    companyCac: 'RC445566',
    companySize: '51-200',
    industry: 'Logistics',
    comment: 'A careful worker.',
  },
  attestator: {
    name: 'Ibrahim Musa',
    title: 'HR Manager',
    email: 'ibrahim@zenithworks.example',
    phone: '+2348030000002',
  },
  ...changes,
})

/** The same as the page's form sends it: `details.employeeTitle=Accountant&…`. */
export const formOf = ({ claim, ...parts }: Record<string, unknown>): string => {
  const fields = Object.entries(parts).flatMap(([part, values]) =>
    Object.entries(values as object).map(([name, value]): [string, string] => [
      `${part}.${name}`,
      `${value}`,
    ]),
  )
  const first: [string, string][] = claim === undefined ? [] : [['claim', `${claim}`]]
  return `${new URLSearchParams([...first, ...fields])}`
}
