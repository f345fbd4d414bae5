export const yesNo = { yes: 'Yes', no: 'No' } as const

/** What an employer is asked, by field. A file of its own, since an agent's phone loads it and nothing else of the texts. */
export const attestationTexts = {
  'details.employeeTitle': { label: 'Job title' },
  'details.employeeStartDate': { label: 'First day' },
  'details.employeeEndDate': { label: 'Last day', hint: 'Needed if they have left.' },
  'details.employeeDepartment': { label: 'Department' },
  'details.employmentType': { label: 'Kind of employment' },
  'details.averageHours': { label: 'Hours a week' },
  'details.salaryRange': { label: 'Pay, from and to, in naira', hint: 'For example 100000-200000' },
  'details.compensationRate': { label: 'How often it is paid' },
  'details.jobBenefits': {
    label: 'Benefits',
    hint: 'With commas between, for example Pension, Health insurance',
  },
  'details.jobTermination': { label: 'How it ended' },
  'details.jobLeaveReason': { label: 'Reason for leaving' },
  'details.rehire': { label: 'Would you employ them again?' },
  'details.offence': { label: 'Offences on your record' },
  'details.supervisorName': { label: 'Supervisor’s name' },
  'details.supervisorTitle': { label: 'Supervisor’s job title' },
  'details.supervisorPhone': { label: 'Supervisor’s telephone' },
  'details.supervisorEmail': { label: 'Supervisor’s email' },
  'employer.companyAddress': { label: 'Address' },
  'employer.companyCac': { label: 'CAC registration number', hint: 'For example RC123456' },
  'employer.companySize': { label: 'People employed' },
  'employer.industry': { label: 'Industry' },
  'employer.comment': { label: 'Anything to add' },
  'attestator.name': { label: 'Your name' },
  'attestator.title': { label: 'Your job title' },
  'attestator.email': { label: 'Your email at work', hint: 'This or your telephone is needed.' },
  'attestator.phone': { label: 'Your telephone at work' },
  'details.employerConsented': {
    label: 'I answer for my employer, which agrees that my answers are passed on to the company that asked.',
  },
} as const
