{{- define "churn.name" -}}
{{- if contains "churn" .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-churn" (.Release.Name | trunc 34 | trimSuffix "-") -}}
{{- end -}}
{{- end -}}

{{/* Never changes for a release: a deployment keeps its selector. */}}
{{- define "churn.selector" -}}
app.kubernetes.io/name: churn-scoring
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "churn.labels" -}}
{{ include "churn.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "churn.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "churn.pod" -}}
serviceAccountName: {{ .Values.serviceAccountName }}
automountServiceAccountToken: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "churn.container" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}

{{/* The arguments are the root, the component and the values of the process. */}}
{{- define "churn.placement" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "churn.selector" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
{{- with .process.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .process.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .process.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "churn.probes" -}}
startupProbe:
  httpGet: { path: {{ .path }}, port: {{ .port }} }
  periodSeconds: 2
  failureThreshold: 30
# Fails when the process has answered no request for a minute although the servers answer other connections.
livenessProbe:
  httpGet: { path: {{ .path }}/live, port: {{ .port }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
# Not …/ready: it fails when no worker scores, and the API must still accept events. Workers are not called.
readinessProbe:
  httpGet: { path: {{ .path }}, port: {{ .port }} }
  periodSeconds: 5
  timeoutSeconds: 5
{{- end -}}

{{/* Starts again when a setting changes. */}}
{{- define "churn.checksum" -}}
checksum/settings: {{ toYaml .Values.settings | sha256sum }}
{{- end -}}
