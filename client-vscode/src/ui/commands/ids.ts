/** Names of the commands that more than one place refers to. */
export const SHOW_LOGS = "seismograd.showLogs";
export const CANCEL_JOB = "seismograd.cancelJob";
export const APPLY_PATCH = "seismograd.applyPatchOfRepair";
export const OPEN_DIAGNOSIS = "seismograd.openDiagnosis";
export const OPEN_RULE_PAGE = "seismograd.openRulePage";
export const OPEN_SYMPTOM_PAGE = "seismograd.openSymptomPage";
